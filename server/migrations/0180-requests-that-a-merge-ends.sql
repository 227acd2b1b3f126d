-- Why a request ended, where nobody wrote the reason: it is told in the words of whoever reads it. `cancellation_reason` holds them in English, for programs.
alter table onboarding_requests add column ended_because text check (ended_because in ('merged'));
