import { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { useEndpoint } from '#src/api/query.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

type Chosen = { system: string; channel: string }
type Props = Chosen & { onChoose: (change: Partial<Record<keyof Chosen, string | undefined>>) => void }

/** Of the partners there are requests with; who is of one side sees that one alone there. */
export const PartnerFilters = ({ system, channel, onChoose }: Props) => {
  const t = useT()
  const { data } = useEndpoint(onboardingInvites.report, { query: {} }, { staleTime: 60_000, meta: { shown: true } })
  const kinds = [
    ['system', system, t('everySystem')],
    ['channel', channel, t('everyChannel')],
  ] as const
  return kinds.map(([kind, value, all]) => (
    <TextField
      key={kind}
      select
      label={t(`kind.${kind}`)}
      value={value}
      onChange={({ target }) => onChoose({ [kind]: target.value || undefined })}
    >
      <option value="">{all}</option>
      {(data?.partners ?? [])
        .filter((one) => one.kind === kind)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </TextField>
  ))
}
