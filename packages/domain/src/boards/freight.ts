import type { BoardFreight } from '../loads/board-freight.ts';
import { brokerKeyOf, fingerprintText, freightOfBoardLoad } from '../loads/fingerprint.ts';
import type { BoardLoad } from './board-load.ts';
import { postedCents } from './figures.ts';

/** What the API takes of a load on a board when somebody writes about it. */
export interface MailedBoardLoad extends BoardFreight {
  board: string;
  origin: { city: string | null; state: string | null; zip: string | null };
  destination: { city: string | null; state: string | null; zip: string | null };
  brokerMc: string | null;
  emails: BoardLoad['contact']['emails'];
  /** Null: the load was not opened, so that its own values tell. */
  rowFingerprintText: string | null;
}

/** A number or a name that is longer than the API takes is none. */
function upTo(most: number, text: string | null): string | null {
  return text !== null && text.length <= most ? text : null;
}

/** The load in the shape that mails and the fingerprint use. */
export function boardFreightOf(load: BoardLoad): MailedBoardLoad {
  const { origin, destination, pickup, delivery, equipment, broker, contact } = load;
  return {
    board: load.board,
    boardLoadId: upTo(100, load.boardLoadId),
    reference: upTo(100, load.reference),
    origin: { city: origin.city, state: origin.state, zip: origin.zip },
    destination: { city: destination.city, state: destination.state, zip: destination.zip },
    pickupDay: pickup.earliest,
    pickupTime: null,
    deliveryDay: delivery.earliest,
    equipment: equipment.classes,
    equipmentText: equipment.raw === '' ? null : upTo(60, equipment.raw),
    weightLb: load.weightLb,
    lengthFt: load.lengthFt,
    tripMiles: load.tripMiles,
    deadheadMiles: load.deadheadOrigin,
    rateCents: postedCents(load),
    commodity: upTo(200, load.commodity),
    brokerName: upTo(200, broker.name),
    brokerMc: broker.mc,
    contactName: upTo(100, contact.name),
    emails: contact.emails,
    rowFingerprintText: upTo(1_000, load.rowFingerprintText ?? null),
  };
}

/** The address that a mail goes to without somebody choosing it: the contact's. One that is only in the comments is never taken by itself. */
export function contactAddressOf({ emails }: Pick<MailedBoardLoad, 'emails'>): string | null {
  return emails.find(({ from }) => from === 'contact')?.address ?? null;
}

/**
 * The posting itself, for a load whose cities the board doesn't show. The board's own number is one load; a reference is the broker's, and
 * another broker may use the same.
 */
function postingText({ board, boardLoadId, reference }: MailedBoardLoad, brokerKey: string | null): string | null {
  const [id, ownNumber] = [boardLoadId?.trim(), reference?.trim()];
  if (id) return ['posting', board, id].join('|');
  return ownNumber ? ['posting', board, ownNumber, brokerKey ?? ''].join('|') : null;
}

/**
 * The text of a load as a board shows it, from which the API makes the fingerprint of a mail, and the extension that of a row. The broker's
 * key is by what the board shows alone: what the company knows of the broker besides, no row knows. Nor does what only the opened load says
 * count, as long as the row alone has a fingerprint. Null for a load that has neither both cities nor a number.
 */
export function boardFingerprintText(load: MailedBoardLoad): string | null {
  if (load.rowFingerprintText !== null) return load.rowFingerprintText;
  const brokerKey = brokerKeyShown(load);
  return fingerprintText(freightOfBoardLoad(load, brokerKey)) ?? postingText(load, brokerKey);
}

const brokerKeyShown = (load: MailedBoardLoad) => brokerKeyOf({ mc: load.brokerMc, email: contactAddressOf(load), name: load.brokerName });

/** Null for a load that doesn't say whose it is: then what is known besides must tell it from other brokers' loads of the same lane. */
export function brokersFingerprintTextOf(load: BoardLoad): string | null {
  const freight = boardFreightOf(load);
  return brokerKeyShown(freight) === null ? null : boardFingerprintText(freight);
}

/** The fields that the fingerprint of a load with two cities is made of, besides the cities. */
const fingerprintFields = ['pickup', 'tripMiles', 'equipment', 'mc', 'company'] as const;

/** Whether what the company wrote about the load can be found by what was read of it. */
export function isFingerprintWhole({ read }: BoardLoad): boolean {
  return !fingerprintFields.some((field) => read.failed.includes(field));
}

export function fingerprintTextOf(load: BoardLoad): string | null {
  return boardFingerprintText(boardFreightOf(load));
}
