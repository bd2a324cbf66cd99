import { z } from 'zod';
import { endpoints, events } from './http/endpoint.ts';

/** Of the loads on boards that the mails are about. Null when many changed, and for an event of an API that didn't say it yet. */
const MailedFingerprints = z.array(z.string()).max(200).nullable().default(null);

/** Something that happened in the company; sent to every open screen. Each feature adds its kinds here. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.changed'), userId: z.uuid() }),
  /** A person signed in, was signed out, or somebody confirmed a new device. */
  z.object({ type: z.literal('sign-ins.changed') }),
  z.object({ type: z.literal('company.changed') }),
  z.object({ type: z.literal('team.changed') }),
  /** Up to 200 loads. Null when there are more, or when any load may have changed. */
  z.object({ type: z.literal('loads.changed'), ids: z.array(z.uuid()).max(200).nullable(), byUserId: z.uuid().nullable() }),
  z.object({ type: z.literal('load.editing'), loadId: z.uuid(), userId: z.uuid(), name: z.string(), isEditing: z.boolean() }),
  z.object({ type: z.literal('drivers.changed') }),
  z.object({ type: z.literal('brokers.changed') }),
  /** The factor, its list, or what it says about a broker. */
  z.object({ type: z.literal('factoring.changed') }),
  z.object({ type: z.literal('fleet.changed') }),
  z.object({ type: z.literal('views.changed') }),
  /** A filter for load boards, or what somebody uses of them. */
  z.object({ type: z.literal('board-filters.changed') }),
  /** Somebody's extension has the latest filters. It changes nothing for anybody's boards. */
  z.object({ type: z.literal('board-filters.seen') }),
  /** What people of the company have taught about pages of boards: an offer, or an answer to it. */
  z.object({ type: z.literal('board-pages.changed') }),
  /** The plan, a payment or what a limit allows. */
  z.object({ type: z.literal('billing.changed') }),
  z.object({ type: z.literal('limits.changed') }),
  z.object({ type: z.literal('referrals.changed') }),
  z.object({ type: z.literal('email-accounts.changed') }),
  z.object({ type: z.literal('email-templates.changed') }),
  /** Both are null when many changed. */
  z.object({ type: z.literal('emails.changed'), ids: z.array(z.uuid()).max(200).nullable(), fingerprints: MailedFingerprints }),
  z.object({ type: z.literal('import.changed'), id: z.uuid() }),
  z.object({ type: z.literal('export.changed'), id: z.uuid() }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** All that the extension's session hears: about which loads on boards somebody wrote. What it was is asked by `listEmailedLoads`. */
export const ExtensionEvent = z.object({ type: z.literal('emails.changed'), fingerprints: MailedFingerprints });
export type ExtensionEvent = z.infer<typeof ExtensionEvent>;

export const liveEventEndpoints = endpoints({
  streamEvents: {
    method: 'GET',
    path: '/events',
    summary: 'Live events of the company; resumes after `Last-Event-ID`; `reset` means: fetch anew. The extension hears of mails alone',
    cost: 5,
    isForExtension: true,
    reply: events,
  },
});
