import {
  type AuthorityKind,
  authorityOf,
  bondDollars,
  daysBefore,
  type Filing,
  liabilityDollars,
  type RegistrantState,
} from './registrant.ts';
import type { Columns, Row } from './soql.ts';

/** One of FMCSA's datasets on data.transportation.gov. `nowMs` is the day that its data show. */
interface Dataset {
  title: string;
  columns: Columns;
  rows(state: RegistrantState, nowMs: number): Record<string, string | null>[];
}

const authorityTypes: Readonly<Record<AuthorityKind, string>> = {
  broker: 'Broker of Property (Except Household Goods)',
  property: 'Motor Carrier of Property (Except Household Goods)',
  forwarder: 'Freight Forwarder of Property (Except Household Goods)',
};
const kinds = Object.keys(authorityTypes) as AuthorityKind[];
/** What the daily difference still contains. */
const differenceDays = 30;

const texts = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, 'text' as const]));
const compact = (date: string) => date.replaceAll('-', '');
const phoneOf = (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
const docketOf = ({ docket }: RegistrantState, separator = '') => `${docket.prefix}${separator}${docket.number.padStart(6, '0')}`;

function keysOf(state: RegistrantState, separator = '') {
  return { docket_number: docketOf(state, separator), usdot_number: state.dot };
}

function mailingOf(state: RegistrantState, prefix: string) {
  const names =
    prefix === 'mail' ? ['street_po', 'city', 'state_code', 'zip_code', 'ctry_code'] : ['street', 'city', 'state', 'zip', 'country'];
  const values = [state.street, state.city, state.state, state.zip, 'US'];
  return Object.fromEntries(names.map((name, index) => [`${prefix}_${name}`, values[index] ?? null]));
}

/** The status is A as long as the docket exists, also when the authority was revoked. */
function censusDocketsOf({ docket, olderDockets }: RegistrantState): Record<string, string> {
  return Object.fromEntries(
    [...olderDockets, docket].flatMap(({ prefix, number }, index) => {
      const column = `docket${index + 1}`;
      return [
        [`${column}prefix`, prefix],
        [column, number],
        [`${column}_status_code`, 'A'],
      ];
    }),
  );
}

const census: Dataset = {
  title: 'Company Census File',
  columns: {
    dot_number: 'number',
    ...texts('legal_name', 'dba_name', 'status_code', 'carrier_operation', 'carship', 'classdef', 'business_org_desc', 'add_date'),
    ...texts('mcs150_date', 'phone', 'cell_phone', 'fax', 'email_address', 'company_officer_1', 'company_officer_2', 'phy_street'),
    ...texts('phy_city', 'phy_state', 'phy_zip', 'phy_country', 'carrier_mailing_street', 'carrier_mailing_city'),
    ...texts('carrier_mailing_state', 'carrier_mailing_zip', 'carrier_mailing_country', 'power_units', 'truck_units', 'total_drivers'),
    ...texts('docket1prefix', 'docket1', 'docket1_status_code', 'docket2prefix', 'docket2', 'docket2_status_code'),
    ...texts('docket3prefix', 'docket3', 'docket3_status_code', 'safety_rating', 'prior_revoke_flag', 'prior_revoke_dot_number'),
  },
  rows: (state, nowMs) => [
    {
      dot_number: state.dot,
      legal_name: state.legalName,
      dba_name: state.dbaName,
      status_code: 'A',
      carrier_operation: 'A',
      carship: state.powerUnits > 0 ? 'C' : 'B',
      classdef: state.powerUnits > 0 ? 'AUTHORIZED FOR HIRE' : null,
      business_org_desc: state.legalName.endsWith('LLC') ? 'Limited Liability Company' : 'Corporation',
      add_date: compact(state.addedOn),
      mcs150_date: compact(daysBefore(nowMs, 60 + (Number(state.dot) % 400))),
      phone: state.phone,
      email_address: state.email,
      company_officer_1: state.officers[0] ?? null,
      company_officer_2: state.officers[1] ?? null,
      phy_street: state.street,
      phy_city: state.city,
      phy_state: state.state,
      phy_zip: state.zip,
      phy_country: 'US',
      ...mailingOf(state, 'carrier_mailing'),
      power_units: String(state.powerUnits),
      truck_units: String(state.powerUnits),
      total_drivers: String(state.powerUnits),
      ...censusDocketsOf(state),
      prior_revoke_flag: 'N',
    },
  ],
};

const motusCarrier: Dataset = {
  title: 'Motus Carrier - All With History',
  columns: {
    ...texts('docket_number', 'usdot_number', 'rfc_number', 'op_auth_type', 'op_auth_status', 'min_cov_amount', 'cargo_req', 'bond_req'),
    ...texts('bipd_file', 'cargo_file', 'bond_file', 'bus_undeliverable_mail', 'mail_undeliverable_mail', 'dba_name', 'legal_name'),
    ...texts('bus_street_po', 'bus_colonia', 'bus_city', 'bus_state_code', 'bus_ctry_code', 'bus_zip_code', 'bus_telno'),
    ...texts('mail_street_po', 'mail_colonia', 'mail_city', 'mail_state_code', 'mail_ctry_code', 'mail_zip_code'),
  },
  rows: (state) =>
    kinds.flatMap((kind) => {
      const last = authorityOf(state, kind);
      if (last === undefined) return [];
      return [
        {
          ...keysOf(state),
          op_auth_type: authorityTypes[kind],
          op_auth_status: last.status,
          min_cov_amount: kind === 'property' ? '750000' : '0',
          cargo_req: 'N',
          bond_req: kind === 'property' ? 'N' : 'Y',
          bipd_file: String(liabilityDollars(state)),
          cargo_file: 'N',
          bond_file: bondDollars(state) > 0 ? 'Y' : 'N',
          bus_undeliverable_mail: 'N',
          mail_undeliverable_mail: 'N',
          dba_name: state.dbaName,
          legal_name: state.legalName,
          bus_street_po: state.street,
          bus_city: state.city,
          bus_state_code: state.state,
          bus_ctry_code: 'US',
          bus_zip_code: state.zip,
          bus_telno: phoneOf(state.phone),
          ...mailingOf(state, 'mail'),
        },
      ];
    }),
};

const historyColumns = texts('docket_number', 'usdot_number', 'op_auth_type', 'op_auth_status', 'reason', 'status_change_date');

function historyRows(state: RegistrantState, since: string) {
  return state.authority
    .filter(({ on }) => on >= since)
    .map(({ kind, status, reason, on }) => ({
      ...keysOf(state),
      op_auth_type: authorityTypes[kind],
      op_auth_status: status,
      reason,
      status_change_date: compact(on),
    }));
}

/** The code of the kind of filing: 1 liability, 3 bond, 4 trust fund. */
function filingType({ form }: Filing): string {
  if (form === 'BMC-91X') return '1';
  return form === 'BMC-84' ? '3' : '4';
}

function presentFiling(state: RegistrantState, filing: Filing) {
  return {
    ...keysOf(state),
    ins_form_code: filing.form,
    ins_type_code: filingType(filing),
    ins_class_code: filing.form === 'BMC-91X' ? 'P' : null,
    max_cov_amount: String(filing.dollars),
    underl_lim_amount: '0',
    policy_no: filing.policy,
    effective_date: compact(filing.effectiveOn),
    insurance_company_name: filing.company,
  };
}

const insuranceColumns = texts(
  ...['docket_number', 'usdot_number', 'ins_form_code', 'ins_type_code', 'ins_class_code', 'max_cov_amount', 'underl_lim_amount'],
  ...['policy_no', 'effective_date', 'insurance_company_name'],
);

/** The datasets by their ids, which are those of the real ones. */
export const datasets: Readonly<Record<string, Dataset>> = {
  'az4n-8mr2': census,
  'inys-ebih': motusCarrier,
  'yu5v-wbh6': { title: 'Motus AuthHist - All With History', columns: historyColumns, rows: (state) => historyRows(state, '') },
  'dm5j-zc6c': {
    title: 'Motus AuthHist - Daily Difference',
    columns: historyColumns,
    rows: (state, nowMs) => historyRows(state, daysBefore(nowMs, differenceDays)),
  },
  'c5y8-a4uz': {
    title: 'Motus Insur - All With History',
    columns: { ...insuranceColumns, ...texts('trans_date') },
    rows: (state) => state.filingsOnFile.map((filing) => ({ ...presentFiling(state, filing), trans_date: compact(filing.effectiveOn) })),
  },
  '3uet-3z4i': {
    title: 'Motus InsHist - All With History',
    columns: {
      ...insuranceColumns,
      ...texts('filing_status_reason', 'ins_type_ind', 'ins_type_desc', 'min_cov_amount', 'cancl_effective_date'),
    },
    rows: (state) =>
      state.filingsCancelled.map((filing) => ({
        ...presentFiling(state, filing),
        filing_status_reason: 'CANCEL',
        ins_type_desc: filing.form === 'BMC-84' ? 'SURETY' : null,
        cancl_effective_date: filing.cancelledOn === null ? null : compact(filing.cancelledOn),
      })),
  },
  'wb4f-neki': {
    title: 'Motus RevokeSuspend - All With History',
    columns: texts('docket_number', 'usdot_number', 'op_auth_type', 'order1_serve_date', 'order1_type_desc', 'order1_effective_date'),
    rows: (state) =>
      state.authority
        .filter(({ status }) => status === 'Inactive')
        .map(({ kind, reason, on }) => ({
          // Only this dataset writes the docket with a dash.
          ...keysOf(state, '-'),
          op_auth_type: authorityTypes[kind],
          order1_serve_date: compact(on),
          order1_type_desc: reason.split(' - ')[0] ?? reason,
          order1_effective_date: compact(on),
        })),
  },
  'p2mt-9ige': {
    title: 'Out of Service Orders',
    columns: { dot_number: 'number', ...texts('legal_name', 'dba_name', 'oos_date', 'oos_reason', 'status', 'rescind_date') },
    rows: ({ dot, legalName, dbaName, outOfService }) =>
      outOfService === null
        ? []
        : [
            {
              dot_number: dot,
              legal_name: legalName,
              dba_name: dbaName,
              oos_date: outOfService.on,
              oos_reason: outOfService.reason,
              status: 'ACTIVE',
            },
          ],
  },
};

/** The rows of a dataset. A field without a value is left out. */
export function rowsOf(dataset: Dataset, states: readonly RegistrantState[], nowMs: number): Row[] {
  return states
    .flatMap((state) => dataset.rows(state, nowMs))
    .map((row) => Object.fromEntries(Object.entries(row).filter((entry): entry is [string, string] => entry[1] !== null)));
}
