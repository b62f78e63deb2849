-- Commits of ours that GitHub has made, written before the branch is moved to them: whoever comes after
-- a kill knows by its name whether what stands on the branch is ours.

create table planned_commits (
  job_id         uuid not null references jobs,
  sha            text not null check (sha ~ '^[0-9a-f]{40}$'),
  kind           text not null check (kind in ('opened', 'work', 'delivered')),
  attempt_number integer check (attempt_number > 0),
  tree_sha       text not null check (tree_sha ~ '^[0-9a-f]{40}$'),
  fence          bigint not null,
  created_at     timestamptz not null default clock_timestamp(),
  primary key (job_id, sha)
);
create trigger planned_commits_fence before insert on planned_commits
  for each row execute function check_fence();
create trigger planned_commits_append_only before update or delete on planned_commits
  for each row execute function refuse_change();
