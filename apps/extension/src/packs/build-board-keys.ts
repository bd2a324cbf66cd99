import type { BoardKey } from './board-keys.ts';

/** Put in by the build (`define` in wxt.config.ts). */
declare const __HEADHAUL_BOARD_KEYS__: BoardKey[];

export const buildBoardKeys: readonly BoardKey[] = __HEADHAUL_BOARD_KEYS__;
