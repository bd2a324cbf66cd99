import type { BoardEquipment, BoardId } from '../board-load.ts';
import { cleanValue } from '../texts/clean.ts';
import type { EquipmentMeaning } from './classes.ts';
import { datCodes } from './dat.ts';
import { demoCodes, equipmentNames, relayNames, sylectusNames } from './names.ts';
import { truckstopCodes } from './truckstop.ts';

interface BoardNames {
  codes?: Readonly<Record<string, EquipmentMeaning>>;
  words?: Readonly<Record<string, EquipmentMeaning>>;
}

/** The same letters mean different trailers on different boards, so nothing is looked up without the board. */
const boardNames: Record<BoardId, BoardNames> = {
  dat: { codes: datCodes },
  truckstop: { codes: truckstopCodes },
  truckerpath: {},
  '123loadboard': {},
  sylectus: { words: sylectusNames },
  relay: { words: relayNames },
  demo: { codes: demoCodes },
  // Only words that mean the same everywhere: what its codes stand for isn't known.
  other: {},
};

/** `Object.hasOwn`, because a page may well show "constructor". */
function lookUp(names: Readonly<Record<string, EquipmentMeaning>> | undefined, name: string): EquipmentMeaning | undefined {
  return names !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
}

/** What a code or a name of equipment means on a board. Null for one that we don't know. */
export function readEquipment(board: BoardId, text: string): BoardEquipment | null {
  const raw = cleanValue(text);
  if (raw === null) return null;
  const { codes, words } = boardNames[board];
  const word = raw.toLowerCase().replace(/[^a-z0-9]+/g, '');
  const meaning = lookUp(codes, raw.toUpperCase()) ?? lookUp(words, word) ?? lookUp(equipmentNames, word);
  return meaning === undefined ? null : { raw, ...meaning };
}
