import { randomUUID } from 'node:crypto';
import { learnedPage } from '@headhaul/domain/testing/learned-page';

/** The records of one company: one of each kind, and for some kinds an archived or deleted one. */
export interface Office {
  broker: string;
  driver: string;
  archivedDriver: string;
  truck: string;
  removedTruck: string;
  trailer: string;
  removedTrailer: string;
  load: string;
  deletedLoad: string;
  stop: string;
  fee: string;
  note: string;
  document: string;
  removedDocument: string;
  view: string;
  /** The team's. */
  boardFilter: string;
  /** Offered by the owner, and not agreed to. */
  taughtPage: string;
  import: string;
  export: string;
  factorList: string;
  referral: string;
}

export function planOffice(): Office {
  return {
    broker: randomUUID(),
    driver: randomUUID(),
    archivedDriver: randomUUID(),
    truck: randomUUID(),
    removedTruck: randomUUID(),
    trailer: randomUUID(),
    removedTrailer: randomUUID(),
    load: randomUUID(),
    deletedLoad: randomUUID(),
    stop: randomUUID(),
    fee: randomUUID(),
    note: randomUUID(),
    document: randomUUID(),
    removedDocument: randomUUID(),
    view: randomUUID(),
    boardFilter: randomUUID(),
    taughtPage: randomUUID(),
    import: randomUUID(),
    export: randomUUID(),
    factorList: randomUUID(),
    referral: randomUUID(),
  };
}

/** Every text contains the company's mark. All values are ours, so they may be written into the SQL text. */
export function officeSql(companyId: string, mark: string, ownerId: string, office: Office): string {
  const load = (id: string, number: string, deleted: string) =>
    `('${companyId}', '${id}', '${number}', '${office.broker}', '${mark} RC', 200000, '${mark} City', 'TX', now() + interval '1 day', now() + interval '1 day', true,
      'America/Chicago', current_date, '${mark} Town', 'GA', now() + interval '2 days', now() + interval '2 days', true, 'America/New_York', current_date, current_date, ${deleted})`;
  const stop = (id: string, loadId: string, sequence: number, kind: string) =>
    `('${companyId}', '${id}', '${loadId}', ${sequence}, '${kind}', '${mark} Dock', '${mark} City', 'TX', 'America/Chicago', current_date, now() + interval '1 day', now() + interval '1 day')`;
  const doc = (id: string, deleted: string) =>
    `('${companyId}', '${id}', '${office.load}', 'POD', '${mark}.pdf', 'application/pdf', 1, '\\x00', ${deleted})`;
  return `
    insert into brokers (company_id, id, name, mc) values ('${companyId}', '${office.broker}', '${mark} Broker', '77');
    insert into broker_contacts (company_id, id, broker_id, name) values ('${companyId}', '${randomUUID()}', '${office.broker}', '${mark}');
    insert into trucks (company_id, id, number, make, deleted_at)
      values ('${companyId}', '${office.truck}', '1', '${mark}', null), ('${companyId}', '${office.removedTruck}', '2', '${mark}', now());
    insert into trailers (company_id, id, number, plate, deleted_at) values ('${companyId}', '${office.trailer}', '1', '${mark.slice(0, 20)}', null),
      ('${companyId}', '${office.removedTrailer}', '2', '${mark.slice(0, 20)}', now());
    insert into drivers (company_id, id, name, notes, deleted_at)
      values ('${companyId}', '${office.driver}', '${mark} Driver', '${mark}', null), ('${companyId}', '${office.archivedDriver}', '${mark} Gone', '${mark}', now());
    insert into loads (company_id, id, load_number, broker_id, rc, linehaul_cents, pickup_city, pickup_state, pickup_at, pickup_ends_at, pickup_has_time, pickup_zone,
        pickup_day, delivery_city, delivery_state, delivery_at, delivery_ends_at, delivery_has_time, delivery_zone, delivery_day, booked_day, deleted_at)
      values ${load(office.load, `${mark}-1`, 'null')}, ${load(office.deletedLoad, `${mark}-2`, 'now()')};
    insert into load_stops (company_id, id, load_id, sequence, kind, facility, city, state, time_zone, day, starts_at, ends_at)
      values ${stop(office.stop, office.load, 0, 'PICKUP')}, ${stop(randomUUID(), office.load, 1, 'DELIVERY')},
        ${stop(randomUUID(), office.deletedLoad, 0, 'PICKUP')}, ${stop(randomUUID(), office.deletedLoad, 1, 'DELIVERY')};
    insert into load_fees (company_id, id, load_id, type, broker_amount_cents, reason) values ('${companyId}', '${office.fee}', '${office.load}', 'DETENTION', 5000, '${mark}');
    insert into load_references (company_id, load_id, kind, value) values ('${companyId}', '${office.load}', 'PO', '${mark}');
    insert into load_notes (company_id, id, load_id, kind, body, author_id)
      values ('${companyId}', '${office.note}', '${office.load}', 'DISPATCH', '${mark}', '${ownerId}');
    insert into load_events (company_id, load_id, id, kind, actor_id, reason) values ('${companyId}', '${office.load}', '${randomUUID()}', 'created', '${ownerId}', '${mark}');
    insert into documents (company_id, id, load_id, kind, file_name, content_type, size_bytes, sha256, deleted_at)
      values ${doc(office.document, 'null')}, ${doc(office.removedDocument, 'now()')};
    insert into saved_views (company_id, id, user_id, screen, name, query, is_shared)
      values ('${companyId}', '${office.view}', '${ownerId}', 'LOADS', '${mark.slice(0, 60)}', '', true);
    insert into board_filters (company_id, id, place, name, rules, on_unknown, action, updated_by)
      values ('${companyId}', '${office.boardFilter}', 1, '${mark.slice(0, 60)}', '[{"kind": "KEYWORDS", "none": ["${mark}"], "any": [], "in": ["comments"]}]', 'KEEP', 'DIM', '${ownerId}');
    insert into board_filter_choices (company_id, user_id, filter_id) values ('${companyId}', '${ownerId}', '${office.boardFilter}');
    insert into taught_pages (company_id, id, origin, path, learned, taught_by, place)
      values ('${companyId}', '${office.taughtPage}', 'https://loads.example', '/', '${JSON.stringify(learnedPage(mark)).replaceAll("'", "''")}', '${ownerId}', 1);
    insert into data_imports (company_id, id, created_by, file_name, file_kind, header, rows)
      values ('${companyId}', '${office.import}', '${ownerId}', '${mark}.csv', 'csv', '["${mark}"]', 1);
    insert into factor_lists (company_id, id, state, file_name, listed_on, created_by, rows, approved, limited, declined)
      values ('${companyId}', '${office.factorList}', 'CURRENT', '${mark}.csv', current_date, '${ownerId}', 1, 1, 0, 0);
    insert into factor_approvals (company_id, list_id, row, name, name_key, status, as_of)
      values ('${companyId}', '${office.factorList}', 2, '${mark}', '${mark.toUpperCase()}', 'APPROVED', current_date);
    insert into factor_checks (company_id, mc, finished_at, status, answered_at) values ('${companyId}', '77', now(), 'APPROVED', now());
    insert into company_exports (company_id, id, created_by, state, ready_at, expires_at)
      values ('${companyId}', '${office.export}', '${ownerId}', 'READY', now(), now() + interval '1 day');
    insert into billing_accounts (company_id, free_until, card_brand, card_last4, card_exp_month, card_exp_year)
      values ('${companyId}', now(), '${mark}', '4242', 1, 2030);
    insert into billing_invoices (company_id, id, number, at, status, description, total_cents, paid_cents)
      values ('${companyId}', '${mark}', '${mark}', now(), 'paid', '${mark}', 1499, 1499);
    insert into billing_rewards (company_id, key, kind, days, reason) values ('${companyId}', '${mark}', 'days', 7, '${mark}');
    insert into limit_uses (company_id, user_id, feature, day, used) values ('${companyId}', '${ownerId}', 'brokerLookupsPerDay', current_date, 1);
    insert into referral_links (company_id, id, user_id) values ('${companyId}', '${randomUUID()}', '${ownerId}');
    insert into referrals (company_id, id, invited_by, email, created_at, sent_at)
      values ('${companyId}', '${office.referral}', '${ownerId}', 'referred-${mark}@proof.example', now() - interval '4 days', now());`;
}

export const officeTables = [
  'brokers',
  'broker_contacts',
  'trucks',
  'trailers',
  'drivers',
  'loads',
  'load_stops',
  'load_fees',
  'load_references',
  'load_notes',
  'load_events',
  'documents',
  'saved_views',
  'board_filters',
  'board_filter_choices',
  'board_filter_revisions',
  'taught_pages',
  'data_imports',
  'factor_lists',
  'factor_approvals',
  'factor_checks',
  'company_exports',
  'billing_accounts',
  'billing_invoices',
  'billing_rewards',
  'limit_uses',
  'referrals',
  'referral_links',
];
