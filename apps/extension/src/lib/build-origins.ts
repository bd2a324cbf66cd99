import type { Origins } from './origins.ts';

/** Put in by the build (`define` in wxt.config.ts). */
declare const __HEADHAUL_ORIGINS__: Origins;

export const buildOrigins: Origins = __HEADHAUL_ORIGINS__;
