import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import type { OneTimeCode } from '../lib/people.ts';
import type { ActorName, Member, ObjectState, World } from './actors.ts';

export interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** One request of one actor about an object in one state, and the functions to build it. */
export interface Cell {
  world: World;
  actor: ActorName;
  state: ObjectState;
  person: Member | undefined;
  call(endpoint: Endpoint, parts: object): Promise<Answer>;
  issueCode(): Promise<OneTimeCode>;
  refreshToken(): Promise<string>;
  linkToken(): Promise<string>;
  mailToken(): Promise<string>;
  otherCompanyId(): Promise<string>;
  /** All rows of the foreign company, to see that a refused request has changed none. */
  readForeign(): Promise<string>;
}

/** What the actor has to be. */
export type Guard = 'open' | 'member' | 'owner' | 'admin' | 'extension';

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** How to call one route, and what it must answer to an actor whom its guard lets through. */
export interface Rule {
  guard: Guard;
  /** The request for an object in this state. A route without an object gets the same request for every state. */
  ask?: (cell: Cell) => Parts | Promise<Parts>;
  /** Set if the route names an object. Gives the answer for each state of the object. The default is success. */
  answers?: Partial<Record<ObjectState, number>>;
  /** Needs a fresh sign-in for the actor's own object. The contract can't say so, because the route's other uses don't need one. */
  ownWantsFresh?: true;
  /** An owner with a team is refused what a member may do. */
  refusesOwner?: true;
  /** The answer is not a refusal although it names another company's object. The object must stay unchanged. */
  leavesForeign?: true;
  /** Works only while the plan is paid. A company whose plan has ended is refused. */
  needsPlan?: true;
  /** The route's purpose is to say who invites to which company. */
  namesInviter?: true;
  /** Headhaul's own staff may read about all companies. */
  namesEveryCompany?: true;
}
