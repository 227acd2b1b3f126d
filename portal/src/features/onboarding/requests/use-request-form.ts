import { onboarding, type OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { useSession } from '#src/api/session.ts'
import { staleFields } from '#src/kit/form/stale.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { useNow } from '#src/kit/use-now.ts'

export type FormProps = { request: OnboardingDetail; onClose: () => void }
type RequestForm<F extends FieldValues, C extends object> = {
  /** What of it is being edited. */
  of: string
  formOf: (request: OnboardingDetail) => F
  /** Only what was changed is said anew. */
  changesOf: (before: F, typed: F) => C
  send: (sent: { params: { id: string }; body: C & { version: number } }) => Promise<unknown>
  done: () => void
  fields: readonly FieldPath<F>[]
  fieldOfCode?: Readonly<Record<string, FieldPath<F>>>
}

/**
 * A form about a request, as this was when the form was opened: it goes on changing under it, and what is typed is laid beside what was read. Who saves
 * after somebody else is shown what that was, and nothing of either is lost.
 */
export const useRequestForm = <F extends FieldValues, C extends object>(
  request: OnboardingDetail,
  { of, formOf, changesOf, send, done, fields, fieldOfCode }: RequestForm<F, C>,
) => {
  const { userData } = useSession()
  const now = useNow()
  const { id } = request
  const [opened, setOpened] = useState(request)
  const [noticed, setNoticed] = useState({ version: request.version, at: now })
  if (noticed.version !== request.version) setNoticed({ version: request.version, at: now })
  const form = useForm<F>({ defaultValues: formOf(request) as DefaultValues<F> })
  const draft = useDraft(form, { key: `onboarding-${of}:${id}`, owner: userData?.id ?? '', of: opened.version })
  const { theirs, saves, meet, drop: closeStale } = useTheirs<{ before: F; fresh: OnboardingDetail }>()
  const refuse = useShowRefusal(form.setError, fields, fieldOfCode)
  const base = draft.base as F
  const { isDirty, isSubmitting } = form.formState

  const write = async (before: F, typed: F, version: number): Promise<void> => {
    const changes = changesOf(before, typed)
    try {
      if (Object.keys(changes).length > 0) await send({ params: { id }, body: { ...changes, version } })
      draft.drop()
      done()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'onboarding.changed_meanwhile')) return refuse(error)
      const fresh = await api(onboarding.get, { params: { id } })
      if (staleFields(before, formOf(fresh), typed).length > 0) return meet(error, { before, fresh })
      // They changed what this form does not show: there is nothing to decide.
      await write(before, typed, fresh.version)
    }
  }
  const save = form.handleSubmit((typed) => write(base, typed, draft.of).catch(refuse))
  const merge = (values: F): void => {
    if (!theirs) return
    const { fresh } = theirs
    closeStale()
    form.reset(values, { keepDefaultValues: true })
    write(formOf(fresh), values, fresh.version).catch(refuse)
  }
  const look = (): void => {
    if (isDirty) return meet(undefined, { before: base, fresh: request })
    setOpened(request)
    form.reset(formOf(request))
  }
  const isNewer = request.version > draft.of && staleFields(base, formOf(request), form.getValues()).length > 0
  const changed = { at: isNewer && !theirs && !isSubmitting ? new Date(noticed.at).toISOString() : undefined, typed: isDirty, onLook: look }
  const stale = theirs && { saves, before: theirs.before, theirs: formOf(theirs.fresh), mine: form.getValues() }
  return { form, draft, opened, save, changed, stale, merge, closeStale }
}
