import { defineEngine } from '../../../lib/jobs/engines.ts';
import { startMailEngine } from './mail-engine.ts';

export const mailEngine = defineEngine((platform) => startMailEngine(platform));
