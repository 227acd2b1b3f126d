import type { Lang } from '@tablewire/contracts/kit/wire'
import { onboarding, type OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { useReloadRequests } from './use-live-requests.ts'
import { type FormProps, useRequestForm } from './use-request-form.ts'

const plain = ['venueName', 'venueAddress', 'venuePhone', 'notes'] as const
/** Which are taken away by leaving them empty. */
const clearable = ['venueCountry', 'profileUrl', 'reference', 'contactEmail', 'contactLanguage'] as const
export type EditForm = Record<(typeof plain)[number] | (typeof clearable)[number] | 'rmsNotes' | 'bcNotes', string>

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

/** Of a request that was over already only what a side notes for itself is said, whatever a draft from before holds. */
const changesWhile = (open: boolean) => (before: EditForm, typed: EditForm) => {
  const changed = (field: keyof EditForm): boolean => typed[field].trim() !== before[field].trim()
  const notes = {
    ...(changed('rmsNotes') ? { rms: typed.rmsNotes.trim() } : {}),
    ...(changed('bcNotes') ? { bc: typed.bcNotes.trim() } : {}),
  }
  const { contactLanguage, ...texts } = Object.fromEntries([
    ...(open ? plain : []).filter(changed).map((field) => [field, typed[field].trim()]),
    ...(open ? clearable : []).filter(changed).map((field) => [field, typed[field].trim() || null]),
  ]) as Partial<Record<string, string | null>>
  return {
    ...texts,
    ...(contactLanguage === undefined ? {} : { contactLanguage: contactLanguage as Lang | null }),
    ...(Object.keys(notes).length > 0 ? { internalNotes: notes } : {}),
  }
}

export const useEditRequest = ({ request, onClose }: FormProps) => {
  const t = useT()
  const reload = useReloadRequests()
  // As the form was opened: of a request that ends meanwhile what was typed is refused in words, and stays.
  const [open] = useState(isOpen(request.status))
  const edit = useCall(onboarding.edit, { meta: { shown: true }, onSettled: () => void reload() })
  const editing = useRequestForm(request, {
    of: open ? 'edit' : 'notes',
    formOf,
    changesOf: changesWhile(open),
    send: edit.mutateAsync,
    done: () => {
      toast.success(t('r.edit.saved'))
      onClose()
    },
    fields: [...plain, ...clearable],
  })
  return { ...editing, saving: edit.isPending }
}
