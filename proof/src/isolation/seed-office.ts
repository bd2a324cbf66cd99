import type { ProofDatabase } from '../lib/database.ts';

/**
 * Two of nearly everything an office records, for each company and its owner. All values are ours, so they may be written into the SQL
 * text.
 */
export async function seedOffice({ admin }: ProofDatabase, companies: readonly string[], owners: readonly string[]): Promise<void> {
  const each = 'unnest($1::uuid[], $2::uuid[]) as given (company_id, user_id), generate_series(1, 2) n';
  const ofLoads = "loads l join memberships m on m.company_id = l.company_id and m.role = 'owner'";
  // Ids are derived from the company and a number, so that rows of one table can refer to rows of another.
  const id = (kind: string) => `md5('${kind}' || given.company_id || n)::uuid`;
  const perCompany = [
    `insert into brokers (company_id, id, name) select company_id, ${id('broker')}, 'Broker ' || n from ${each}`,
    `insert into trucks (company_id, id, number) select company_id, ${id('truck')}, n from ${each}`,
    `insert into trailers (company_id, id, number) select company_id, ${id('trailer')}, n from ${each}`,
    `insert into drivers (company_id, id, name, truck_id, trailer_id)
       select company_id, ${id('driver')}, 'Driver ' || n, ${id('truck')}, ${id('trailer')} from ${each}`,
    `insert into load_counters (company_id, last_number) select company_id, 1002 from ${each} where n = 1`,
    `insert into loads (company_id, id, load_number, broker_id, driver_id, truck_id, trailer_id, linehaul_cents, pickup_city, pickup_state, pickup_at, pickup_ends_at,
         pickup_has_time, pickup_zone, pickup_day, delivery_city, delivery_state, delivery_at, delivery_ends_at, delivery_has_time, delivery_zone, delivery_day,
         booked_day, dispatcher_id)
       select company_id, ${id('load')}, 1000 + n, ${id('broker')}, ${id('driver')}, ${id('truck')}, ${id('trailer')}, 200000, 'Dallas', 'TX', now(), now(),
         true, 'America/Chicago', current_date, 'Atlanta', 'GA', now(), now(), true, 'America/New_York', current_date, current_date, user_id from ${each}`,
    `insert into saved_views (company_id, id, user_id, screen, name, query) select company_id, ${id('view')}, user_id, 'LOADS', 'View ' || n, '' from ${each}`,
    `insert into board_filters (company_id, id, user_id, place, name, rules, on_unknown, action, updated_by)
       select company_id, ${id('board filter')}, case n when 1 then user_id end, 1, 'Filter', '[{"kind": "HIDE_EMAILED"}]', 'KEEP', 'DIM', user_id from ${each}`,
    `insert into board_filter_choices (company_id, user_id, filter_id) select company_id, user_id, ${id('board filter')} from ${each} where n = 2`,
    `insert into taught_pages (company_id, id, origin, path, learned, taught_by, place)
       select company_id, ${id('taught page')}, 'https://loads.example', '/p' || n, '{}', user_id, n from ${each}`,
    `insert into layout_reports (company_id, id, host, ext_version, cause, outline)
       select company_id, ${id('layout report')}, 'loads.example', '1.0.0', 'UNKNOWN', 'html' from ${each}`,
    `insert into data_imports (company_id, id, created_by, file_name, file_kind, header, rows)
       select company_id, ${id('import')}, user_id, 'loads.csv', 'csv', '[]', 1 from ${each}`,
    `insert into data_import_problems (company_id, import_id, row, cells, problem) select company_id, ${id('import')}, 1, '[]', 'No city' from ${each}`,
    `insert into factor_keys (company_id, key_id, wrapped_key, sealed) select company_id, 'dev', '\\x00', '\\x00' from ${each} where n = 1`,
    `insert into factor_lists (company_id, id, state, file_name, listed_on, created_by, rows, approved, limited, declined)
       select company_id, ${id('factor list')}, case n when 1 then 'PREVIEW' else 'CURRENT' end, 'brokers.csv', current_date, user_id, 1, 1, 0, 0 from ${each}`,
    `insert into factor_approvals (company_id, list_id, row, name, name_key, status, as_of)
       select company_id, ${id('factor list')}, 2, 'Broker', 'BROKER', 'APPROVED', current_date from ${each}`,
    `insert into factor_checks (company_id, mc) select company_id, n from ${each}`,
    `insert into company_exports (company_id, id, created_by) select company_id, ${id('export')}, user_id from ${each}`,
    `insert into billing_accounts (company_id, free_until) select company_id, now() from ${each} where n = 1`,
    `insert into billing_invoices (company_id, id, at, status, description, total_cents, paid_cents)
       select company_id, 'in_' || n, now(), 'paid', 'Pro', 1499, 1499 from ${each}`,
    `insert into billing_rewards (company_id, key, kind, days, reason) select company_id, 'key ' || n, 'days', 7, 'Joined' from ${each}`,
    `insert into limit_uses (company_id, user_id, feature, day, used) select company_id, user_id, 'clickToCall', current_date + n, 1 from ${each}`,
    `insert into referrals (company_id, id, invited_by, email) select company_id, ${id('referral')}, user_id, 'friend' || n || '@proof.example' from ${each}`,
    `insert into referral_links (company_id, id, user_id) select company_id, ${id('referral link')}, user_id from ${each} where n = 1`,
    `insert into load_day_figures select company_id, 'PICKUP', current_date + n, user_id, user_id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from ${each}`,
    `insert into load_month_figures select company_id, 'PICKUP', date_trunc('month', now() + n * interval '1 month'), user_id, user_id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from ${each}`,
    `insert into load_day_totals select company_id, 'PICKUP', current_date + n, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from ${each}`,
    `insert into broker_figures select company_id, ${id('broker')}, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '{}' from ${each}`,
    `insert into broker_lane_figures select company_id, ${id('broker')}, 'dallas', 'TX', 'atlanta', 'GA', '{}', 1, 0, 0 from ${each}`,
    `insert into broker_figure_dates select company_id, current_date from ${each} where n = 1`,
  ];
  for (const statement of perCompany) await admin.query(statement, [companies, owners]);
  const perLoad = [
    `insert into broker_contacts (company_id, id, broker_id, name) select l.company_id, gen_random_uuid(), l.broker_id, 'Ann' from ${ofLoads}`,
    `insert into load_stops (company_id, id, load_id, sequence, kind, city, state, time_zone, day, starts_at, ends_at)
       select l.company_id, gen_random_uuid(), l.id, n, case n when 0 then 'PICKUP' else 'DELIVERY' end, 'Dallas', 'TX', 'America/Chicago', current_date, now(), now()
       from ${ofLoads}, generate_series(0, 1) n`,
    `insert into load_fees (company_id, id, load_id, type, broker_amount_cents) select l.company_id, gen_random_uuid(), l.id, 'DETENTION', 5000 from ${ofLoads}`,
    `insert into load_references (company_id, load_id, kind, value) select l.company_id, l.id, 'PO', '77' from ${ofLoads}`,
    `insert into load_notes (company_id, id, load_id, kind, body, author_id) select l.company_id, gen_random_uuid(), l.id, 'DISPATCH', 'Call first', m.user_id from ${ofLoads}`,
    `insert into documents (company_id, id, load_id, kind, file_name, content_type, size_bytes, sha256)
       select l.company_id, gen_random_uuid(), l.id, 'POD', 'pod.pdf', 'application/pdf', 1, '\\x00' from ${ofLoads}`,
    `insert into load_events (company_id, load_id, id, kind) select l.company_id, l.id, gen_random_uuid(), 'created' from ${ofLoads}`,
  ];
  for (const statement of perLoad) await admin.query(statement);
}
