import { payModels } from '@headhaul/domain/drivers/pay';
import { z } from 'zod';

export const PayTerms = z.object({ model: z.enum(payModels), rate: z.int().min(0).max(100_000_000) });
