-- The GitHub side of a job: what it was asked, where it lives on GitHub, and what attempts changed.

create table threads (
  job_id            uuid primary key references jobs,
  repository_id     bigint not null references repositories,
  issue_number      integer not null check (issue_number > 0),
  -- As people see it, frozen at the trigger; an approval is bound to its digest.
  issue_title       text not null,
  issue_text        text not null,
  issue_digest      text not null check (issue_digest ~ '^[0-9a-f]{64}$'),
  requested_by      text not null check (requested_by <> ''),
  base_branch       text not null check (base_branch <> ''),
  -- What the job works on; found when the work begins.
  base_sha          text check (base_sha ~ '^[0-9a-f]{40}$'),
  branch            text not null check (branch ~ '^redgreen/[a-z0-9-]+$'),
  pull_number       integer check (pull_number > 0),
  status_comment_id bigint check (status_comment_id > 0),
  -- The newest commit we published on the branch.
  head_sha          text check (head_sha ~ '^[0-9a-f]{40}$')
);
create index threads_of_pull_request on threads (repository_id, pull_number);

-- What is known once stays: a second PR or status comment would be a second thread.
create function thread_guard() returns trigger language plpgsql as $$
begin
  if (old.base_sha is not null and new.base_sha is distinct from old.base_sha)
     or (old.pull_number is not null and new.pull_number is distinct from old.pull_number)
     or (old.status_comment_id is not null
         and new.status_comment_id is distinct from old.status_comment_id)
     or (new.issue_digest, new.issue_title, new.issue_text, new.branch)
         is distinct from (old.issue_digest, old.issue_title, old.issue_text, old.branch) then
    raise exception 'the thread of job % keeps what it has', old.job_id
      using errcode = 'RG006', constraint = 'threads_kept';
  end if;
  return new;
end $$;
create trigger thread_guard before update on threads
  for each row execute function thread_guard();

-- The files an attempt leaves, as they came out of its sandbox.
create table attempt_files (
  job_id         uuid not null references jobs,
  attempt_number integer not null check (attempt_number > 0),
  path           text not null check (path <> ''),
  -- Absent: the file was deleted.
  mode           integer check (mode in (420, 493, 40960)),
  content        bytea,
  fence          bigint not null,
  primary key (job_id, attempt_number, path),
  constraint attempt_files_whole check ((mode is null) = (content is null))
);
create trigger attempt_files_fence before insert on attempt_files
  for each row execute function check_fence();
create trigger attempt_files_append_only before update or delete on attempt_files
  for each row execute function refuse_change();
