-- The first rows below the header, as JSON: a preview is made from them and does not open the file again. As text, because a cell may
-- hold what jsonb can't, a zero or half a character. Null where the file came before this column.
alter table data_imports add column first_rows text;
