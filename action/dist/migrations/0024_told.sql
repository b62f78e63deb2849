-- What people were told in comments of their own, each under a key that makes it one; and what an
-- agent shows of its progress, so that the status comment can be made from records alone.

create table told (
  job_id     uuid not null references jobs,
  -- What is told, as its teller finds it again: plan-2, hold-1, answer-123, end.
  key        text not null check (key ~ '^[a-z0-9-]{1,60}$'),
  kind       text not null check (kind in ('plan', 'question', 'turn', 'answer', 'refusal', 'end')),
  -- Absent: somebody is at it since then, or was killed at it.
  comment_id bigint check (comment_id > 0),
  begun_at   timestamptz not null default clock_timestamp(),
  primary key (job_id, key)
);

create function told_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.comment_id is not null
     or (new.job_id, new.key, new.kind) is distinct from (old.job_id, old.key, old.kind) then
    raise exception 'what was told as % of job % stays told', old.key, old.job_id
      using errcode = 'RG006', constraint = 'told_kept';
  end if;
  return new;
end $$;
create trigger told_guard before update or delete on told
  for each row execute function told_guard();

alter table threads add column progress jsonb;
