import type { TableKey } from '../../lib/db/table-pages.ts';

export interface TextsOfTable {
  table: string;
  key: TableKey;
  texts?: readonly string[];
  json?: readonly string[];
  /** Texts from mail servers. No person wrote them, so the addresses of the person's mailboxes are removed too. */
  isProviders?: true;
}

const byId = { id: 'uuid' } as const;

/**
 * The texts of a company that may name a person who worked there: what people type freely, and what the product writes about them.
 * Names of brokers, drivers, places and of the company itself are its record and stay. A test knows every text column of the
 * database and requires each new one to be listed here, to be erased, or to be listed as kept.
 */
export const personTexts: readonly TextsOfTable[] = [
  {
    table: 'emails',
    key: { created_at: 'timestamptz', id: 'uuid' },
    texts: ['subject', 'html', 'text', 'to_name', 'template_name', 'reason'],
  },
  { table: 'email_history', key: { at: 'timestamptz', id: 'uuid' }, texts: ['note'], isProviders: true },
  { table: 'email_templates', key: byId, texts: ['name', 'subject', 'html_body'] },
  { table: 'email_accounts', key: byId, texts: ['display_name', 'signature_html', 'last_error'] },
  { table: 'load_notes', key: byId, texts: ['body'] },
  { table: 'load_events', key: { load_id: 'uuid', at: 'timestamptz', id: 'uuid' }, texts: ['reason'], json: ['changes', 'before'] },
  { table: 'load_fees', key: byId, texts: ['reason'] },
  { table: 'load_stops', key: byId, texts: ['instructions'] },
  { table: 'loads', key: byId, texts: ['problem_reason'], json: ['original'] },
  { table: 'brokers', key: byId, texts: ['notes', 'mark_reason'] },
  { table: 'drivers', key: byId, texts: ['notes', 'status_note'] },
  { table: 'documents', key: byId, texts: ['file_name'] },
  { table: 'saved_views', key: byId, texts: ['name', 'query'] },
  { table: 'board_filters', key: byId, texts: ['name'], json: ['rules'] },
  { table: 'taught_pages', key: byId, json: ['learned'] },
  { table: 'data_imports', key: byId, texts: ['file_name', 'problem'], json: ['header'] },
  { table: 'factor_lists', key: byId, texts: ['file_name'] },
  { table: 'data_import_problems', key: { import_id: 'uuid', row: 'int' }, texts: ['problem'], json: ['cells'] },
  { table: 'live_events', key: { seq: 'bigint', at: 'timestamptz' }, json: ['event'] },
];

/** For each word, the longest piece that HTML, JSON and line breaks leave unchanged: a cheap check whether the word can be in a text. */
export function likelyPieces(words: readonly string[]): string[] {
  return words.map((word) => {
    const pieces = word.match(/[\p{L}\p{M}\p{N}@._-]+/gu) ?? [];
    const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');
    return `%${longest.replace(/[\\%_]/g, '\\$&')}%`;
  });
}

interface Named {
  name: string;
  familyName: string;
  email: string;
  phone: string | null;
}

const namePart = /^[\p{L}\p{M}'’.-]{2,60}$/u;
const phoneShape = /^\+?[\d() .-]{7,25}$/;

/** "Jay Ortiz". Null if it is not a plausible name: people choose their own names, and this one is removed from other people's texts. */
function fullNameOf({ name, familyName }: Pick<Named, 'name' | 'familyName'>): string | null {
  const parts = `${name} ${familyName}`.trim().split(/\s+/);
  return parts.length >= 2 && parts.length <= 5 && parts.every((part) => namePart.test(part)) ? parts.join(' ') : null;
}

/** The words by which a text names this person and nobody else. A first name alone is too common. */
export function wordsOf(person: Named): string[] {
  const { email, phone } = person;
  const fullName = fullNameOf(person);
  const isPhone = phone !== null && phoneShape.test(phone.trim()) && phone.replace(/\D/g, '').length >= 7;
  return [...(email === '' ? [] : [email.toLowerCase()]), ...(fullName === null ? [] : [fullName]), ...(isPhone ? [phone.trim()] : [])];
}
