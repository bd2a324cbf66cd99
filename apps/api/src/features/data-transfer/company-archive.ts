import type { Readable } from 'node:stream';
import type { TableCell } from '@headhaul/domain/tables/csv';
import { sql } from 'kysely';
import { type ReadInTransaction, readRows, type TableRecord, writeJsonList } from '../../lib/db/table-pages.ts';
import { type ZipEntry, zip } from '../../lib/files/zip.ts';
import type { Platform } from '../../lib/platform.ts';
import { writeCsvTable } from '../../lib/tables/csv-write.ts';
import { readWholeLoads } from '../loads/read/read.service.ts';
import { listDocuments } from './archive-documents.ts';
import { archivedTables, listTables } from './archive-tables.ts';
import { openLoadTable } from './load-export.service.ts';

/** Pages are small because a load may have hundreds of notes. */
const pageLoads = 10;
const readMe = `This is everything your company keeps in Headhaul.

The .csv files open in any spreadsheet: loads, drivers and brokers. "loads.csv" can be imported again.
The .json files hold the same and all the rest, one record to a line; "loads.json" has each load with its stops, fees and notes.
The folder "documents" has your documents by load and by driver.

Money in .json files is in cents, times are UTC unless a zone is named.
`.replaceAll('\n', '\r\n');

interface Archive {
  platform: Platform;
  companyId: string;
  transaction: ReadInTransaction;
}

/**
 * Everything a company has, as a ZIP archive. It is written while it is read, page by page, each page in one transaction from the
 * caller.
 */
export function archiveCompany(platform: Platform, companyId: string, transaction: ReadInTransaction): Readable {
  return zip(listEntries({ platform, companyId, transaction }));
}

async function* listEntries(archive: Archive): AsyncGenerator<ZipEntry> {
  const { platform, companyId, transaction } = archive;
  yield { name: 'Read me.txt', content: Buffer.from(readMe) };
  yield* await readCompany(transaction);
  yield { name: 'loads.json', content: writeJsonList(readAllLoads(transaction)) };
  yield { name: 'loads.csv', content: writeLoads(archive) };
  yield { name: 'drivers.csv', content: writeRows(transaction, 'drivers', driverColumns) };
  yield { name: 'brokers.csv', content: writeRows(transaction, 'brokers', brokerColumns) };
  yield* listTables(transaction);
  yield* listDocuments(transaction, platform.files, companyId);
}

/**
 * The company and its team. Former members are listed without contact details, because those are no longer the company's business.
 * Both files are small.
 */
async function readCompany(transaction: ReadInTransaction): Promise<ZipEntry[]> {
  return transaction(async (tx) => {
    const company = await sql<{ company: unknown; png: Buffer | null }>`
      select to_jsonb(c) as company, l.png from companies c left join company_logos l on l.company_id = c.company_id
      where c.company_id = ${tx.companyId}`.execute(tx.db);
    const team = await sql<{ member: unknown }>`
      select case when m.removed_at is null
        then json_build_object('name', u.name, 'familyName', u.family_name, 'email', u.email, 'phone', u.phone, 'role', m.role,
          'joinedAt', m.created_at, 'leftAt', null)
        else json_build_object('name', u.name, 'familyName', u.family_name, 'joinedAt', m.created_at, 'leftAt', m.removed_at)
        end as member
      from memberships m join users u on u.id = m.user_id and u.deleted_at is null where m.company_id = ${tx.companyId}
      order by m.created_at, m.id`.execute(tx.db);
    const invited = await sql<{ invite: unknown }>`
      select json_build_object('email', email, 'invitedAt', created_at, 'acceptedAt', accepted_at, 'cancelledAt', cancelled_at) as invite
      from invitations where company_id = ${tx.companyId} order by created_at, id`.execute(tx.db);
    const people = { members: team.rows.map(({ member }) => member), invites: invited.rows.map(({ invite }) => invite) };
    const png = company.rows[0]?.png;
    return [
      { name: 'company.json', content: Buffer.from(`${JSON.stringify(company.rows[0]?.company, null, 2)}\n`) },
      { name: 'team.json', content: Buffer.from(`${JSON.stringify(people, null, 2)}\n`) },
      ...(png ? [{ name: 'logo.png', content: png, isPacked: true }] : []),
    ];
  });
}

async function* readAllLoads(transaction: ReadInTransaction) {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const loads = await transaction(async (tx) => {
      const ids = await tx.db
        .selectFrom('loads')
        .where('company_id', '=', tx.companyId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(pageLoads)
        .select('id')
        .execute();
      return ids.length === 0
        ? []
        : readWholeLoads(
            tx,
            ids.map(({ id }) => id),
          );
    });
    const last = loads.at(-1);
    if (!last) return;
    yield loads.map(({ payTerms: _, companyPay: __, companyFeeBps: ___, companyZone: ____, ...load }) => load);
    after = last.id;
  }
}

/** Loads that aren't in the bin, oldest first. */
async function* writeLoads({ platform, transaction, companyId }: Archive): AsyncGenerator<string> {
  const filters = { sort: 'CREATED', order: 'asc', dateBy: 'PICKUP' } as const;
  yield* writeCsvTable(await openLoadTable({ platform, transaction, actor: { companyId } }, filters));
}

type Columns = Record<string, string>;
const driverColumns: Columns = {
  ...{
    Name: 'name',
    'Family name': 'familyName',
    Phone: 'phone',
    Email: 'email',
    Language: 'language',
    Type: 'type',
    Employment: 'employment',
  },
  ...{ 'Home city': 'homeCity', 'Home state': 'homeState', 'CDL number': 'cdlNumber', 'CDL state': 'cdlState', 'CDL class': 'cdlClass' },
  ...{ 'CDL expires': 'cdlExpiresOn', 'Medical card expires': 'medicalExpiresOn', 'TWIC expires': 'twicExpiresOn', Notes: 'notes' },
  'Archived at': 'deletedAt',
};
const brokerColumns: Columns = {
  ...{ Name: 'name', DBA: 'dba', MC: 'mc', USDOT: 'dot', Phone: 'phone', Address: 'address', 'Payment terms, days': 'paymentTermsDays' },
  ...{ Mark: 'mark', Reason: 'markReason', Notes: 'notes', 'Last load at': 'lastLoadAt' },
};

async function* writeRows(transaction: ReadInTransaction, table: string, columns: Columns): AsyncGenerator<string> {
  const source = archivedTables.find((one) => one.table === table);
  if (!source) throw new Error(`${table} is not archived`);
  const rows = readRows(transaction, source);
  async function* batches(): AsyncGenerator<TableCell[][]> {
    for await (const batch of rows) yield batch.map((row) => Object.values(columns).map((key) => toCell(row, key)));
  }
  yield* writeCsvTable({ name: table, columns: Object.keys(columns).map((title) => ({ title })), batches: batches() });
}

function toCell(row: TableRecord, key: string): TableCell {
  const value = row[key];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
