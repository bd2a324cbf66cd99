import type { Form } from './form-body.ts';
import { invalid, noSuch } from './refusal.ts';
import type { List } from './shapes.ts';

export function find<T>(records: ReadonlyMap<string, T>, id: string, kind: string, param = 'id'): T {
  const record = records.get(id);
  if (record === undefined) throw noSuch(kind, id, param);
  return record;
}

export function listOf<T>(data: T[], url: string, hasMore = false): List<T> {
  return { object: 'list', data, has_more: hasMore, url };
}

function readLimit({ limit }: Form): number {
  if (limit === undefined) return 10;
  const number = Number(limit);
  if (!Number.isInteger(number) || number < 1 || number > 100) throw invalid('Invalid limit: must be between 1 and 100.', 'limit');
  return number;
}

function isWithin({ created }: Form, moment: number): boolean {
  if (created === undefined) return true;
  if (typeof created === 'string') return moment === Number(created);
  const bound = (name: string) => (typeof (created as Form)[name] === 'string' ? Number((created as Form)[name]) : undefined);
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map(bound);
  return (
    (gt === undefined || moment > gt) &&
    (gte === undefined || moment >= gte) &&
    (lt === undefined || moment < lt) &&
    (lte === undefined || moment <= lte)
  );
}

function indexOf(records: readonly { id: string }[], id: unknown, param: string): number {
  const index = records.findIndex((record) => record.id === id);
  if (index < 0) throw noSuch('object', String(id), param);
  return index;
}

/** One page, newest first. `records` come in the order in which they were made. */
export function paginate<T extends { id: string; created: number }>(records: Iterable<T>, query: Form, url: string): List<T> {
  const limit = readLimit(query);
  const all = [...records].reverse().filter((record) => isWithin(query, record.created));
  if (query.ending_before !== undefined) {
    const end = indexOf(all, query.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return listOf(all.slice(start, end), url, start > 0);
  }
  const start = query.starting_after === undefined ? 0 : indexOf(all, query.starting_after, 'starting_after') + 1;
  return listOf(all.slice(start, start + limit), url, all.length > start + limit);
}
