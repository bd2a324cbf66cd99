import { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { z } from 'zod';
import { type FromBoardMail, type FromPanelMail, type FromPopupMail, mostRows, places } from './messages.ts';

// Messages come from a page's process, so each is checked before the worker acts on it.

const Fingerprint = z
  .string()
  .max(32, { abort: true })
  .regex(/^[0-9a-f]{32}$/);
const steps = [
  z.strictObject({ type: z.literal('mail:confirm'), opId: z.uuid(), key: z.uuid() }),
  z.strictObject({ type: z.literal('mail:without-driver'), opId: z.uuid() }),
  z.strictObject({ type: z.literal('mail:undo'), opId: z.uuid() }),
  z.strictObject({ type: z.literal('mail:rows'), fingerprints: z.array(Fingerprint).max(mostRows) }),
  z.strictObject({ type: z.literal('mail:open'), place: z.enum(places) }),
] as const;
export const BoardMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mail:write'), opId: z.uuid(), load: BoardLoad }),
  ...steps,
]) satisfies z.ZodType<FromBoardMail>;

export const PanelMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mail:ask'), opId: z.uuid(), load: BoardLoad, askCents: z.int().min(1).max(100_000_000) }),
  z.strictObject({ type: z.literal('mail:unsent') }),
  z.strictObject({ type: z.literal('mail:send-now'), opId: z.uuid() }),
  ...steps,
]) satisfies z.ZodType<FromPanelMail>;

export const PopupMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mail:mailboxes') }),
  z.strictObject({ type: z.literal('mail:choose'), accountId: z.uuid() }),
]) satisfies z.ZodType<FromPopupMail>;
