-- What we put on a job's branch, and what else stood there and on the base when an attempt was
-- verified: what is published is what was verified, on the commit it was verified on.

create table branch_commits (
  job_id         uuid not null references jobs,
  sha            text not null check (sha ~ '^[0-9a-f]{40}$'),
  -- `adopted`: a person's commit whose whole tree became the work of an attempt.
  kind           text not null check (kind in ('opened', 'work', 'delivered', 'adopted')),
  attempt_number integer check (attempt_number > 0),
  tree_sha       text not null check (tree_sha ~ '^[0-9a-f]{40}$'),
  created_at     timestamptz not null default clock_timestamp(),
  primary key (job_id, sha)
);
create trigger branch_commits_append_only before update or delete on branch_commits
  for each row execute function refuse_change();

create table rebase_validations (
  job_id         uuid not null references jobs,
  attempt_number integer not null check (attempt_number > 0),
  number         integer not null check (number > 0),
  -- Where the job's branch was, and the newest commit of our own on it.
  branch_sha     text not null check (branch_sha ~ '^[0-9a-f]{40}$'),
  own_sha        text not null check (own_sha ~ '^[0-9a-f]{40}$'),
  -- Where the base branch was.
  tip_sha        text not null check (tip_sha ~ '^[0-9a-f]{40}$'),
  branch_commits integer not null check (branch_commits >= 0),
  base_commits   integer not null check (base_commits >= 0),
  -- `apart`: noted. `joined`: verified together with it. `conflict`: held.
  base           text not null check (base in ('unmoved', 'apart', 'joined', 'conflict')),
  problem        text check (problem <> ''),
  fence          bigint not null,
  created_at     timestamptz not null default now(),
  primary key (job_id, attempt_number, number),
  constraint rebase_validations_told check ((base = 'conflict') = (problem is not null))
);
create trigger rebase_validations_fence before insert on rebase_validations
  for each row execute function check_fence();
create trigger rebase_validations_append_only before update or delete on rebase_validations
  for each row execute function refuse_change();

-- A job finds a branch that has nobody's work on it before its pull request is there; then it stays.
create or replace function thread_guard() returns trigger language plpgsql as $$
begin
  if (old.base_sha is not null and new.base_sha is distinct from old.base_sha)
     or (old.pull_number is not null and new.pull_number is distinct from old.pull_number)
     or (old.pull_number is not null and new.branch is distinct from old.branch)
     or (old.status_comment_id is not null
         and new.status_comment_id is distinct from old.status_comment_id)
     or (new.issue_digest, new.issue_title, new.issue_text)
         is distinct from (old.issue_digest, old.issue_title, old.issue_text) then
    raise exception 'the thread of job % keeps what it has', old.job_id
      using errcode = 'RG006', constraint = 'threads_kept';
  end if;
  return new;
end $$;

alter table holds drop constraint holds_reason_check;
alter table holds add constraint holds_reason_check check (reason in
  ('question', 'permission', 'scope', 'money', 'wall_time', 'provider_quota', 'moved'));
