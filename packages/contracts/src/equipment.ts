import { equipmentTypes, loadRequirements, loadTypes, stateCodes } from '@headhaul/domain/equipment';
import { z } from 'zod';

export const Equipment = z.enum(equipmentTypes);
export const LoadType = z.enum(loadTypes);
export const LoadRequirement = z.enum(loadRequirements);
export const StateCode = z.enum(stateCodes);
