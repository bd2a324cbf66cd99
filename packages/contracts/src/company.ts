import { weekBases, weekStarts } from '@headhaul/domain/time/weeks';
import { z } from 'zod';
import { empty, endpoints, form } from './http/endpoint.ts';
import { docketNumber } from './http/field.ts';

export const Company = z.object({
  id: z.uuid(),
  name: z.string(),
  mc: z.string().nullable(),
  dot: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  timeZone: z.string(),
  /** The company's week, by which money is counted. */
  weekStartsOn: z.enum(weekStarts),
  weekCountsBy: z.enum(weekBases),
  seats: z.int(),
  /** A small picture as a data URL; null when none was uploaded. */
  logo: z.string().nullable(),
});
export type Company = z.infer<typeof Company>;

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((value) => (value === '' ? null : value));

export const CompanyInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a company name').max(200),
  mc: docketNumber.nullable(),
  dot: docketNumber.nullable(),
  address: optionalText(300),
  phone: optionalText(40),
  timeZone: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'Choose a time zone'),
  weekStartsOn: Company.shape.weekStartsOn,
  weekCountsBy: Company.shape.weekCountsBy,
});
export type CompanyInput = z.infer<typeof CompanyInput>;

export const AuditLine = z.object({
  seq: z.int(),
  at: z.iso.datetime({ offset: true }),
  action: z.string(),
  actorName: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditLine = z.infer<typeof AuditLine>;

export const companyEndpoints = endpoints({
  getMyCompany: { method: 'GET', path: '/companies/myCompany', summary: 'The session’s company', reply: Company },
  updateMyCompany: {
    method: 'PUT',
    path: '/companies/myCompany',
    summary: 'Change the company’s details',
    body: CompanyInput,
    reply: Company,
  },
  uploadLogo: {
    method: 'POST',
    path: '/companies/myCompany/logo',
    summary: 'A new logo, re-encoded to a small picture',
    cost: 20,
    body: form(z.object({}), ['file']),
    reply: Company,
    // Uploading the same picture again changes nothing, and re-encoding it must not hold a transaction open.
    idempotency: 'none',
  },
  removeLogo: { method: 'DELETE', path: '/companies/myCompany/logo', summary: 'Remove the logo', reply: empty },
  listAudit: {
    method: 'GET',
    path: '/companies/myCompany/audit-log',
    summary: 'What happened in the company, newest first',
    query: z.object({ cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
    reply: z.object({ lines: z.array(AuditLine), nextCursor: z.string().nullable() }),
  },
});
