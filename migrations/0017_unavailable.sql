-- Two more reasons for a hold: somebody the work needs is away, and a repository without drafts.
alter table holds drop constraint holds_reason_check;
alter table holds add constraint holds_reason_check check (reason in
  ('question', 'permission', 'scope', 'money', 'wall_time', 'provider_quota', 'moved',
   'unavailable', 'no_drafts'));
