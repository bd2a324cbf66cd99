-- What a template lacks is found once, when it is saved. Whoever lists templates or mailboxes reads it instead of rendering each of them.
alter table email_templates
  -- Names that no mail could fill when it was saved. Whether one can be filled by now is decided when it is read.
  add column unknown_variables text[] not null default '{}',
  -- Something is left of the body without its tags and blanks.
  add column has_text boolean not null default false;

-- All companies at once, so for this moment the owner sees them all. Every name counts here, also those that mails can fill: readers leave them out.
alter table email_templates no force row level security;
update email_templates t set
  unknown_variables = array(
    select distinct left(btrim(split_part(found[1], '|', 1), e' \t\n\u00a0'), 40)
    from regexp_matches(t.subject || ' ' || t.html_body, '\{\{([^{}]*)\}\}', 'g') found
    where btrim(split_part(found[1], '|', 1), e' \t\n\u00a0') <> 'signature')
    || case when regexp_replace(t.subject || ' ' || t.html_body, '\{\{[^{}]*\}\}', '', 'g') like '%{{%' then array['{{'] else array[]::text[] end,
  has_text = regexp_replace(t.html_body, e'<[^>]*>|&nbsp;|&#160;|\u00a0|\\s', '', 'g') <> '';
alter table email_templates force row level security;
