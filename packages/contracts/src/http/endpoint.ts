import { z } from 'zod';

/**
 * One endpoint, as the API serves it and as every client calls it. A feature's contract is a map of these;
 * the API implements the whole map (`implement`), clients call one entry (`call`).
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A body sent as multipart form data: text fields by schema, files by name. */
export interface FormBody {
  kind: 'form';
  fields: z.ZodObject;
  files: readonly string[];
  /** Per file. Default: 10 MB. */
  maxFileBytes?: number;
}

export interface ReplyKinds {
  json: unknown;
  /** A plain text answer, e.g. the address of an uploaded signature image. */
  text: string;
  /** 204. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing.
  empty: void;
  /** The address the browser is sent to. */
  redirect: string;
  /** Bytes with a file name and a content type. */
  file: SentFile;
  /** Server-sent events; the handler writes the stream itself. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing.
  events: void;
}

/** A file as the API's handler answers it: streamed, or whole. */
export interface SentFile {
  content: Uint8Array | AsyncIterable<Uint8Array | string>;
  contentType: string;
  fileName: string;
  /** The browser shows it instead of saving it. */
  isInline?: boolean;
}

export interface TextReply {
  kind: 'text';
}
export interface EmptyReply {
  kind: 'empty';
}
export interface RedirectReply {
  kind: 'redirect';
}
export interface FileReply {
  kind: 'file';
}
export interface EventsReply {
  kind: 'events';
}
type SpecialReply = TextReply | EmptyReply | RedirectReply | FileReply | EventsReply;

export interface Endpoint {
  method: Method;
  /** The specification's literal path; parameters in braces: `/drivers/{id}`. */
  path: `/${string}`;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType | FormBody;
  reply: z.ZodType | SpecialReply;
  /**
   * The API ignores `Idempotency-Key` here. Either the answer holds a secret, or repeating the call does no harm and its work does not
   * fit into one transaction of the session's company.
   */
  idempotency?: 'none';
  /**
   * The points that a call takes from the per-minute limits of the caller and the company. Default: 1. A point is about 10 ms of work
   * for a large company. A function if the cost depends on what is sent.
   */
  cost?: number | ((sent: { query: never; body: never }) => number);
  /** The extension's session may call it. The extension runs beside other sites' pages, so it may call only what it needs. */
  isForExtension?: true;
  /** The caller must have proved who they are within this many minutes. An open session alone is not enough. */
  freshWithinMinutes?: number;
  /** May be called before the person has proved their email address. */
  isForUnproven?: true;
  /** A POST that changes nothing: its question is too long for an address. Like a GET, it is not worked on when its caller has gone. */
  isQuestion?: true;
  /** A JSON body with more bytes is refused unread. Default: 256 KB. */
  maxBodyBytes?: number;
  /** The answer may be compressed, because it contains nothing that gives access: no token, code or link. Only for GET. */
  isCompressed?: true;
}

export type EndpointMap = Record<string, Endpoint>;

/** Keeps the literal types of a feature's map. */
export function endpoints<const M extends EndpointMap>(map: M): M {
  return map;
}

export const text: TextReply = { kind: 'text' };
export const empty: EmptyReply = { kind: 'empty' };
export const redirect: RedirectReply = { kind: 'redirect' };
export const file: FileReply = { kind: 'file' };
export const events: EventsReply = { kind: 'events' };

export function form<F extends z.ZodObject, const N extends readonly string[]>(fields: F, files: N, maxFileBytes?: number) {
  return { kind: 'form', fields, files, ...(maxFileBytes === undefined ? {} : { maxFileBytes }) } as const;
}

export function isForm(body: Endpoint['body']): body is FormBody {
  return body !== undefined && 'kind' in body && body.kind === 'form';
}

export function replyKind(reply: Endpoint['reply']): keyof ReplyKinds {
  return 'kind' in reply ? reply.kind : 'json';
}

/** The cost that is known before the request is read. */
export function fixedCost({ cost }: Endpoint): number {
  return typeof cost === 'number' ? cost : 1;
}

/** Nobody chooses more values than this, and each may need its own search. */
const mostRepeated = 50;

/** A query key that may be repeated (`?driverIds=a&driverIds=b`); one value arrives as a list of one. */
export function repeated<T extends z.ZodType>(item: T, most = mostRepeated) {
  const list = z.array(item).max(most, `At most ${most} of them`);
  return z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), list);
}

type Part<T> = T extends z.ZodType ? z.output<T> : undefined;
type SentPart<T> = T extends z.ZodType ? z.input<T> : undefined;

/** A file as the API's handler receives it. */
export interface ReceivedFile {
  filename: string;
  mimetype: string;
  content: Uint8Array;
}

type ReceivedBody<B> = B extends { kind: 'form'; fields: infer F extends z.ZodObject; files: infer N extends readonly string[] }
  ? z.output<F> & Record<N[number], ReceivedFile>
  : Part<B>;

/** Without this, the type of a form without text fields would allow no keys at all. */
type FormFields<F extends z.ZodObject> = keyof F['shape'] extends never ? unknown : z.input<F>;

type SentBody<B> = B extends { kind: 'form'; fields: infer F extends z.ZodObject; files: infer N extends readonly string[] }
  ? FormFields<F> & Record<N[number], Blob>
  : SentPart<B>;

/** What a handler receives, already validated. */
export interface Received<E extends Endpoint> {
  params: E extends { params: infer P } ? Part<P> : undefined;
  query: E extends { query: infer Q } ? Part<Q> : undefined;
  body: E extends { body: infer B } ? ReceivedBody<B> : undefined;
}

/** What a handler returns. Keys that the schema doesn't list never leave the server. */
export type Returned<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : E['reply'] extends { kind: infer K extends keyof ReplyKinds }
    ? ReplyKinds[K]
    : never;

/** What a caller gets back. */
export type Answer<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : E['reply'] extends FileReply
    ? Blob
    : E['reply'] extends { kind: infer K extends keyof ReplyKinds }
      ? ReplyKinds[K]
      : never;

/** What a caller sends: only the parts the endpoint has. */
export type Sent<E extends Endpoint> = (E extends { params: infer P } ? { params: SentPart<P> } : unknown) &
  (E extends { query: infer Q } ? (Record<never, never> extends SentPart<Q> ? { query?: SentPart<Q> } : { query: SentPart<Q> }) : unknown) &
  (E extends { body: infer B } ? { body: SentBody<B> } : unknown);

/** Like `Sent`, for calls written by hand. A part that the endpoint does not have would be dropped silently, so it must not compile. */
export type SentExactly<E extends Endpoint> = Sent<E> & { [Part in Exclude<'params' | 'query' | 'body', keyof E>]?: undefined };
