import type { SignedIn } from '../lib/people.ts';
import type { Random } from '../lib/random.ts';
import type { Cast } from './cast.ts';
import type { LongAnswer } from './watch.ts';
import type { World } from './world.ts';

export interface HeldMailbox {
  id: string;
  address: string;
  isShared: boolean;
}

/** Time that the canary spends in one company. */
export interface Stay {
  companyId: string;
  /** Owns the company; the canary themselves in their own. */
  boss: SignedIn;
  /** Somebody who writes mails and notes beside the canary; nobody in a company of one's own. */
  mate: SignedIn | null;
  loadId: string | null;
  mailboxes: HeldMailbox[];
  hasExport: boolean;
}

/** What was tried in all histories of a round. */
export interface Tally {
  mailboxes: number;
  mails: number;
  streams: number;
  downloads: number;
  exports: number;
  extensions: number;
  invitesWithoutAnswer: number;
  texts: number;
  handedMailboxes: number;
  deletions: number;
  pastAtDeletion: number;
  ends: number;
}

export function emptyTally(): Tally {
  return {
    mailboxes: 0,
    mails: 0,
    streams: 0,
    downloads: 0,
    exports: 0,
    extensions: 0,
    invitesWithoutAnswer: 0,
    texts: 0,
    handedMailboxes: 0,
    deletions: 0,
    pastAtDeletion: 0,
    ends: 0,
  };
}

/** What the ends of a round must have brought about, and how quickly it was felt. */
export interface Findings {
  /** Mails that may not begin to leave after this moment. */
  stopped: Map<string, Date>;
  /** Mailboxes that ended with their owner. */
  endedMailboxes: Set<string>;
  /** Mailboxes that a teammate has taken over, and mails that waited in them, by whose they were. */
  handedMailboxes: Set<string>;
  handedMails: Map<string, { leaverId: string }>;
  deletedMarks: Set<string>;
  keptMarks: Set<string>;
  refusedMs: number[];
  streamMs: number[];
  downloadMs: number[];
  /** What an ordinary request took in the same run. */
  plainMs: number[];
  readsTried: number;
  served: string[];
}

export function emptyFindings(): Findings {
  return {
    stopped: new Map(),
    endedMailboxes: new Set(),
    handedMailboxes: new Set(),
    handedMails: new Map(),
    deletedMarks: new Set(),
    keptMarks: new Set(),
    refusedMs: [],
    streamMs: [],
    downloadMs: [],
    plainMs: [],
    readsTried: 0,
    served: [],
  };
}

/** One history under way. */
export interface Scene {
  world: World;
  cast: Cast;
  random: Random;
  tally: Tally;
  findings: Findings;
  people: { owner: SignedIn; mate: SignedIn; third: SignedIn; other: SignedIn; stranger: SignedIn };
  /** The canary's open sessions, the web's first. */
  sessions: SignedIn[];
  open: LongAnswer[];
  /** Companies the canary has left or was removed from. */
  past: number;
}

export function webOf({ sessions: [web] }: Scene): SignedIn {
  if (!web) throw new Error('the canary is signed out');
  return web;
}
