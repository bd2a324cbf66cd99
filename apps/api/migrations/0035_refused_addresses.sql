-- A mail server refused the person's own address, so the mail with the digits can't arrive. `failed_at` is for every other failure, which is
-- ours.
alter table email_codes add column refused_at timestamptz;
grant update (refused_at) on email_codes to worker;
