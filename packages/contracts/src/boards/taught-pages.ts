import { z } from 'zod';
import { endpoints } from '../http/endpoint.ts';
import { Instant } from '../http/field.ts';
import { LearnedConfig } from './learned-config.ts';

/** The database keeps these too. */
export const taughtPageLimits = {
  /** What was learned of one page, written as JSON. A lesson makes about 3,000 characters. */
  characters: 16_000,
  /** Pages that a company has agreed to. */
  agreed: 20,
  /** Pages that wait for an answer: of the company, and of one person among them. */
  offered: 20,
  offeredByPerson: 5,
} as const;

/** A site as users can teach it: https, or a program on one's own computer. No path, no name of a user. */
export const TaughtOrigin = z
  .string()
  .max(120, { abort: true })
  .regex(/^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/localhost)(?::\d{1,5})?$/, 'This is no address of a site');
const TaughtPath = z
  .string()
  .max(100, { abort: true })
  .regex(/^\/[\w./-]*$/, 'This is no path');
/** A page as people are told about it: "loads.prairie.example/find". */
export const siteOf = ({ origin, path }: { origin: string; path: string }) => new URL(origin).host + (path === '/' ? '' : path);

export const TaughtPageOffer = z.strictObject({
  origin: TaughtOrigin,
  path: TaughtPath,
  learned: LearnedConfig.refine((learned) => JSON.stringify(learned).length <= taughtPageLimits.characters, 'This is too long'),
});
export type TaughtPageOffer = z.output<typeof TaughtPageOffer>;

const page = {
  id: z.uuid(),
  origin: TaughtOrigin,
  path: TaughtPath,
  /** Null when that person is gone. */
  taughtBy: z.string().nullable(),
  offeredAt: Instant,
};

/** A page that somebody of the company has taught and offered, or that the owner has agreed to. */
export const CompanyPage = z.object({
  ...page,
  /** Null: it waits for the owner's answer. */
  agreedAt: Instant.nullable(),
  /** Null when that person is gone, or nobody agreed yet. */
  agreedBy: z.string().nullable(),
  /** The caller has taught it. */
  isYours: z.boolean(),
  /** Null: a newer Headhaul can't read what was learned. No extension gets it, and it can only be removed. */
  learned: LearnedConfig.nullable(),
});
export type CompanyPage = z.infer<typeof CompanyPage>;

/** What an extension needs of it. It reads page by page: one that only a newer extension knows doesn't take the others with it. */
export const AgreedPage = z.object({ ...page, learned: LearnedConfig });
export type AgreedPage = z.infer<typeof AgreedPage>;

/** Names a state of the pages that concern the caller. It says nothing else. */
const Tag = z
  .string()
  .max(32, { abort: true })
  .regex(/^[0-9a-f]{32}$/);

export const AgreedPages = z.object({
  tag: Tag,
  /** Null: nothing has changed since the tag that was asked with. */
  pages: z.array(z.unknown()).nullable(),
  /** What the caller has offered and nobody has answered. Null with `pages`. */
  offered: z.array(z.object({ origin: z.string(), path: z.string() })).nullable(),
});
export type AgreedPages = z.infer<typeof AgreedPages>;

const Params = z.object({ id: z.uuid() });

export const taughtPageEndpoints = endpoints({
  offerTaughtPage: {
    method: 'POST',
    path: '/ext/boards/pages',
    summary: 'Offer the company what was taught about a page; it is used when the owner agrees. A new offer for a page replaces one’s own',
    isForExtension: true,
    body: TaughtPageOffer,
    // A few hundred characters more than what was learned.
    maxBodyBytes: 4 * taughtPageLimits.characters,
    reply: z.object({
      id: z.uuid(),
      /** Who has to agree. Null: the company has no owner now. */
      owner: z.object({ name: z.string(), isYou: z.boolean() }).nullable(),
    }),
  },
  listAgreedPages: {
    method: 'GET',
    path: '/ext/boards/pages',
    summary: 'The pages that the company has agreed to read; nothing when they are those of the tag `known`',
    isForExtension: true,
    cost: 3,
    query: z.object({ known: Tag.optional() }),
    reply: AgreedPages,
  },
  listCompanyPages: {
    method: 'GET',
    path: '/board-pages',
    summary: 'Pages that people of the company have taught: those that it reads, and offers. A member sees only their own offers',
    cost: 5,
    reply: z.object({ pages: z.array(CompanyPage), mayDecide: z.boolean() }),
  },
  agreeToPage: {
    method: 'PUT',
    path: '/board-pages/{id}/agreed',
    summary: 'Agree to an offer; it takes the place of what the company has for the same page',
    params: Params,
    reply: CompanyPage,
  },
  removeCompanyPage: {
    method: 'DELETE',
    path: '/board-pages/{id}',
    summary: 'Say no to an offer, or take back what was agreed; extensions stop using it with their next look',
    params: Params,
    reply: z.object({ wasAgreed: z.boolean() }),
  },
});
