-- Each browser tries its own pack first and knows whether it has failed. What an offer says about packs counts for nothing.
alter table taught_pages drop column instead_of;
