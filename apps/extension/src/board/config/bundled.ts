import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { datConfig } from './dat.ts';
import { demoConfig } from './demo.ts';

/** The configurations that come with this build. The worker gives them to the content script, which carries none. */
export const bundledConfigs: Readonly<Partial<Record<BoardId, BoardConfig>>> = { dat: datConfig, demo: demoConfig };
