import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Ctx } from '#src/platform/ctx.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { stepRequest } from './step-request.ts'

/** Whom the restaurant's mails go to, of a request that the caller has locked. */
export const setContact = async (
  ctx: Ctx,
  request: OnboardingRecord,
  { email, lang }: { email: string; lang: Lang },
): Promise<OnboardingRecord> =>
  request.contactEmail === email && request.contactLanguage === lang
    ? request
    : stepRequest(ctx, request, { change: { contactEmail: email, contactLanguage: lang } })
