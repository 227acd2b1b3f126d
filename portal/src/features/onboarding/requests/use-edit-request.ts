import type { Lang } from '@tablewire/contracts/kit/wire'
import { onboarding, type OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { useForm } from 'react-hook-form'
import { useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { useReloadRequests } from './use-live-requests.ts'

export type EditProps = { request: OnboardingDetail; onClose: () => void }

const plain = ['venueName', 'venueAddress', 'venuePhone', 'notes'] as const
/** Which are taken away by leaving them empty. */
const clearable = ['venueCountry', 'profileUrl', 'reference', 'contactEmail', 'contactLanguage'] as const
type EditForm = Record<(typeof plain)[number] | (typeof clearable)[number] | 'rmsNotes' | 'bcNotes', string>

const formOf = (request: OnboardingDetail): EditForm => ({
  venueName: request.venueName,
  venueAddress: request.venueAddress,
  venuePhone: request.venuePhone,
  notes: request.notes,
  venueCountry: request.venueCountry ?? '',
  profileUrl: request.profileUrl ?? '',
  reference: request.reference ?? '',
  contactEmail: request.contactEmail ?? '',
  contactLanguage: request.contactLanguage ?? '',
  rmsNotes: request.internalNotes.rms ?? '',
  bcNotes: request.internalNotes.bc ?? '',
})

/** Only what was changed is said anew: the other side may have said more meanwhile. */
const changesOf = (request: OnboardingDetail, typed: EditForm) => {
  const before = formOf(request)
  const changed = (field: keyof EditForm): boolean => typed[field].trim() !== before[field].trim()
  const notes = {
    ...(changed('rmsNotes') ? { rms: typed.rmsNotes.trim() } : {}),
    ...(changed('bcNotes') ? { bc: typed.bcNotes.trim() } : {}),
  }
  const { contactLanguage, ...texts } = Object.fromEntries([
    ...plain.filter(changed).map((field) => [field, typed[field].trim()]),
    ...clearable.filter(changed).map((field) => [field, typed[field].trim() || null]),
  ]) as Partial<Record<string, string | null>>
  return {
    ...texts,
    ...(contactLanguage === undefined ? {} : { contactLanguage: contactLanguage as Lang | null }),
    ...(Object.keys(notes).length > 0 ? { internalNotes: notes } : {}),
  }
}

export const useEditRequest = ({ request, onClose }: EditProps) => {
  const t = useT()
  const { userData } = useSession()
  const reload = useReloadRequests()
  const { id, version } = request
  const form = useForm<EditForm>({ defaultValues: formOf(request) })
  const draft = useDraft(form, { key: `onboarding-edit:${id}`, owner: userData?.id ?? '', of: version })
  const edit = useCall(onboarding.edit, {
    meta: { shown: true },
    onSuccess: () => {
      draft.drop()
      toast.success(t('r.edit.saved'))
      onClose()
    },
    onError: useShowRefusal(form.setError, [...plain, ...clearable]),
    onSettled: () => void reload(),
  })
  const save = form.handleSubmit((typed) => {
    const changes = changesOf(request, typed)
    if (Object.keys(changes).length === 0) onClose()
    else edit.mutate({ params: { id }, body: { version, ...changes } })
  })
  return { form, draft, save, saving: edit.isPending }
}
