import { movedJob } from '#src/features/onboarding/api.ts'
import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { exportReport } from './export-report.ts'
import { giveAccessJob, givePendingAccess } from './give-access.ts'
import { mailDeferred, mailDeferredJob, mailInvite, mailInviteJob } from './mail-invite.ts'
import { planReminders, planRemindersJob, remindJob } from './plan-reminders.ts'
import { remind } from './remind.ts'
import { inviteWaiting, inviteWaitingJob, inviteWhenDue } from './send-invite.ts'
import { tellHouse, tellHouseJob } from './tell-house.ts'
import { tellJob, tellPerson } from './tell-people.ts'

export const onboardingInviteJobs: readonly JobHandler[] = [
  exportReport,
  onJob(movedJob, inviteWhenDue),
  onJob(mailInviteJob, mailInvite),
  onJob(mailDeferredJob, mailDeferred, '*/10 * * * *'),
  onJob(inviteWaitingJob, inviteWaiting, '*/2 * * * *'),
  onJob(giveAccessJob, givePendingAccess, '*/5 * * * *'),
  onJob(planRemindersJob, planReminders, '*/10 * * * *'),
  onJob(remindJob, remind),
  onJob(tellJob, tellPerson),
  onJob(tellHouseJob, tellHouse),
]
