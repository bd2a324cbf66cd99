import { mapLoadFields, tableFieldKeys } from '@headhaul/domain/loads/fields';
import { z } from 'zod';
import { freshMinutes } from './constants.ts';
import { empty, endpoints, file, form } from './http/endpoint.ts';
import { Instant } from './http/field.ts';
import { LoadListQuery } from './loads/list.ts';

const plainColumns = mapLoadFields(({ table }) => ({ words: table?.title ?? '', required: false as const }), tableFieldKeys);

/** The columns that a load can be imported from. `words` is the column's title, which the export writes too. */
export const importColumns = {
  loadNumber: { words: 'Load number', required: false },
  status: { words: 'Status', required: false },
  brokerName: { words: 'Broker', required: true },
  brokerMc: { words: 'Broker MC', required: false },
  brokerLoadNumber: { words: 'Broker load number', required: false },
  rc: { words: 'RC number', required: false },
  equipment: { words: 'Equipment', required: false },
  ...plainColumns,
  pickupCity: { words: 'Pickup city', required: true },
  pickupState: { words: 'Pickup state', required: true },
  pickupZip: { words: 'Pickup ZIP', required: false },
  pickupDay: { words: 'Pickup date', required: true },
  pickupTime: { words: 'Pickup time', required: false },
  deliveryCity: { words: 'Delivery city', required: true },
  deliveryState: { words: 'Delivery state', required: true },
  deliveryZip: { words: 'Delivery ZIP', required: false },
  deliveryDay: { words: 'Delivery date', required: true },
  deliveryTime: { words: 'Delivery time', required: false },
  linehaul: { words: 'Rate', required: true },
  fuelSurcharge: { words: 'Fuel surcharge', required: false },
  driverPay: { words: 'Driver pay', required: false },
  loadedMiles: { words: 'Loaded miles', required: false },
  deadheadMiles: { words: 'Deadhead miles', required: false },
  driverName: { words: 'Driver', required: false },
  invoicedDay: { words: 'Invoiced on', required: false },
  paidDay: { words: 'Paid on', required: false },
  isUnused: { words: 'Truck not used (TONU)', required: false },
} as const;
export const ImportColumn = z.enum(Object.keys(importColumns) as [keyof typeof importColumns, ...(keyof typeof importColumns)[]]);
export type ImportColumn = z.infer<typeof ImportColumn>;

export const maxImportRows = 50_000;
export const maxImportBytes = 25 * 1024 * 1024;

/** The index of the file's column for each of our columns. Other columns of the file are ignored. */
export const ColumnMapping = z.partialRecord(ImportColumn, z.int().min(0).max(500));
export type ColumnMapping = z.infer<typeof ColumnMapping>;

export const DataImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  state: z.enum(['UPLOADED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED']),
  header: z.array(z.string()),
  mapping: ColumnMapping,
  rows: z.int(),
  /** Rows processed so far, which is `made` + `bad`. */
  looked: z.int(),
  made: z.int(),
  bad: z.int(),
  problem: z.string().nullable(),
  /** Loads that were made although the factor speaks against them, and the numbers of the first of them. */
  factorDoubts: z.object({ loads: z.int(), loadNumbers: z.array(z.string()) }),
  createdByName: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type DataImport = z.infer<typeof DataImport>;

const PreviewRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  problems: z.array(z.object({ column: ImportColumn.nullable(), message: z.string() })),
  /** What the factor says against the load. The row is imported all the same. */
  factorDoubt: z.string().nullable(),
});

export const CompanyExport = z.object({
  id: z.uuid(),
  state: z.enum(['WAITING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED']),
  sizeBytes: z.int().nullable(),
  createdAt: Instant,
  readyAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
});
export type CompanyExport = z.infer<typeof CompanyExport>;

const Params = z.object({ id: z.uuid() });

export const dataTransferEndpoints = endpoints({
  uploadImport: {
    method: 'POST',
    path: '/loads/imports',
    summary: 'A CSV or XLSX file of loads; answers its columns and a guess of what they hold',
    cost: 50,
    body: form(z.object({}), ['file'], maxImportBytes),
    reply: DataImport,
    idempotency: 'none',
  },
  listImports: {
    method: 'GET',
    path: '/loads/imports',
    summary: 'The last imports',
    cost: 2,
    reply: z.object({ imports: z.array(DataImport) }),
  },
  getImport: { method: 'GET', path: '/loads/imports/{id}', summary: 'One import and how far it is', params: Params, reply: DataImport },
  previewImport: {
    method: 'POST',
    path: '/loads/imports/{id}/preview',
    summary: 'The first rows read by this mapping, with what is wrong',
    cost: 10,
    params: Params,
    body: z.strictObject({ mapping: ColumnMapping }),
    reply: z.object({
      rows: z.array(PreviewRow),
      missing: z.array(ImportColumn),
      /** Brokers of these rows that the factor has not said anything about, and the factor's name. Null if there are none. */
      factorUnknown: z.object({ factorName: z.string().nullable(), brokers: z.array(z.string()) }).nullable(),
    }),
    idempotency: 'none',
  },
  startImport: {
    method: 'POST',
    path: '/loads/imports/{id}/start',
    summary: 'Make the loads, in the background',
    cost: 2,
    params: Params,
    body: z.strictObject({ mapping: ColumnMapping }),
    reply: DataImport,
  },
  cancelImport: {
    method: 'POST',
    path: '/loads/imports/{id}/cancel',
    summary: 'Stop; what is made stays',
    params: Params,
    reply: DataImport,
  },
  getImportProblems: {
    method: 'GET',
    path: '/loads/imports/{id}/problems',
    summary: 'The rows that were refused, as a CSV of the same columns plus the problem',
    cost: 10,
    params: Params,
    reply: file,
  },
  exportLoads: {
    method: 'GET',
    path: '/loads/export',
    summary: 'A list as CSV or XLSX, streamed',
    cost: 20,
    query: LoadListQuery.omit({ cursor: true, limit: true }).extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    reply: file,
  },
  startCompanyExport: {
    method: 'POST',
    path: '/companies/myCompany/exports',
    summary: 'Everything the company has, as JSON, CSV and documents in one zip',
    cost: 50,
    freshWithinMinutes: freshMinutes,
    reply: CompanyExport,
  },
  listCompanyExports: {
    method: 'GET',
    path: '/companies/myCompany/exports',
    summary: 'Exports made in the last days',
    reply: z.object({ exports: z.array(CompanyExport) }),
  },
  getCompanyExportContent: {
    method: 'GET',
    path: '/companies/myCompany/exports/{id}/content',
    summary: 'The zip',
    cost: 5,
    params: Params,
    freshWithinMinutes: freshMinutes,
    reply: file,
  },
  removeCompanyExport: {
    method: 'DELETE',
    path: '/companies/myCompany/exports/{id}',
    summary: 'Remove an export before it expires',
    params: Params,
    reply: empty,
  },
});
