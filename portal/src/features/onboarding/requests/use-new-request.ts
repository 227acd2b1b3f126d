import type { OnboardingCandidate } from '@tablewire/contracts/onboarding/candidates'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import type { Requester } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ApiError } from '#src/api/api-error.ts'
import { useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { useReloadRequests } from './use-live-requests.ts'

export type RequestForm = {
  requester: Requester
  systemId: string
  channelId: string
  venueName: string
  venueAddress: string
  venuePhone: string
  venueCountry: string
  profileUrl: string
  rmsVenueId: string
  bookingChannelVenueId: string
  reference: string
  contactEmail: string
  contactLanguage: Lang | ''
  notes: string
  internalNotes: string
  /** Which of those that are here: an id, `none`, or '' while nobody has said. */
  meant: string
}
export type NewRequestProps = { onClose: () => void; onMade: (id: string) => void }
/** In whose name the reader asks; `admin`: in that of either. */
export type Asker = Requester | 'admin'

const fields = [
  'requester',
  'systemId',
  'channelId',
  'venueName',
  'venueAddress',
  'venuePhone',
  'venueCountry',
  'profileUrl',
  'rmsVenueId',
  'bookingChannelVenueId',
  'reference',
  'contactEmail',
  'contactLanguage',
  'notes',
  'internalNotes',
  'meant',
] as const satisfies readonly (keyof RequestForm)[]
const empty = { ...(Object.fromEntries(fields.map((field) => [field, ''])) as RequestForm), requester: 'rms' as const }

const meantOf = ({ meant }: RequestForm) => (meant === '' ? {} : meant === 'none' ? { noneOfThese: true } : { mozrestId: meant })

/** What was left empty is not sent; a partner's own side is known by who asks. */
const bodyOf = (typed: RequestForm, asker: Asker) => {
  const text = (field: keyof RequestForm) => (typed[field].trim() === '' ? {} : { [field]: typed[field].trim() })
  return {
    ...(asker === 'admin' ? { requester: typed.requester } : {}),
    ...(asker === 'rms' ? {} : text('systemId')),
    ...text('channelId'),
    ...Object.assign(
      {},
      ...fields.filter((field) => !['requester', 'systemId', 'channelId', 'venueName', 'meant'].includes(field)).map(text),
    ),
    venueName: typed.venueName.trim(),
    ...meantOf(typed),
  }
}

/** The open request that stands in the way, where the reader may see it. */
const standingOf = ({ code, details }: ApiError): string | undefined => {
  const { id } = (details ?? {}) as { id?: unknown }
  return code === 'onboarding.open_already' && typeof id === 'string' ? id : undefined
}

/** By these a restaurant is recognized. */
export const saysWhich = ['systemId', 'channelId', 'venueName', 'venueAddress', 'venuePhone', 'venueCountry'] as const

const none: readonly OnboardingCandidate[] = []
/** Which of those that are here has to be chosen, or said not to be meant. */
const likelyOf = ({ code, details }: ApiError): readonly OnboardingCandidate[] => {
  const { candidates } = (details ?? {}) as { candidates?: OnboardingCandidate[] }
  return code === 'onboarding.venue_likely' && candidates ? candidates : none
}

export const useAsker = (): Asker => {
  const { userData } = useSession()
  if (userData?.roles.includes('ROLE_RMS_AGENT')) return 'rms'
  return userData?.roles.includes('ROLE_BC_AGENT') ? 'bc' : 'admin'
}

export const useNewRequest = ({ onClose, onMade }: NewRequestProps) => {
  const t = useT()
  const asker = useAsker()
  const { userData } = useSession()
  const reload = useReloadRequests()
  const [standing, setStanding] = useState<string>()
  const [refused, setRefused] = useState({ about: '', likely: none })
  const form = useForm<RequestForm>({ defaultValues: empty })
  const about = useWatch({ control: form.control, name: saysWhich }).join('\n')
  const draft = useDraft(form, { key: 'onboarding-request', owner: userData?.id ?? '', of: 0 })
  const show = useShowRefusal(form.setError, fields, {
    'system.not_found': 'systemId',
    'channel.not_found': 'channelId',
    'onboarding.venue_likely': 'meant',
    'onboarding.open_already': asker === 'bc' ? 'bookingChannelVenueId' : 'rmsVenueId',
  })
  const create = useCall(onboarding.create, {
    meta: { shown: true },
    onSuccess: ({ id, warnings }) => {
      draft.drop()
      void reload()
      toast.success([t('r.new.made'), ...warnings.map((one) => t(`r.m.warn.${one}`))].join(' '))
      onClose()
      onMade(id)
    },
    onError: (error) => {
      setStanding(standingOf(error))
      setRefused({ about, likely: likelyOf(error) })
      show(error)
    },
  })
  const save = form.handleSubmit((typed) => {
    setStanding(undefined)
    create.mutate({ body: bodyOf(typed, asker) })
  })
  const likely = refused.about === about ? refused.likely : none
  return { form, draft, asker, standing, likely, save, saving: create.isPending }
}
