import { mdiAlertCircleOutline, mdiAlertOutline, mdiCheckCircleOutline, mdiInformationOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { widgetModes } from '@tablewire/contracts/channels/booking-link.rules'
import { bookingPage, type FindingLevel, type SiteCheck, type SiteFinding } from '@tablewire/contracts/channels/booking-page'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useCall } from '#src/api/query.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from '../use-t.ts'

const looks = {
  good: { tone: 'success', icon: mdiCheckCircleOutline },
  note: { tone: 'neutral', icon: mdiInformationOutline },
  warning: { tone: 'warning', icon: mdiAlertOutline },
  fault: { tone: 'danger', icon: mdiAlertCircleOutline },
} as const satisfies Record<FindingLevel, object>

const Finding = ({ finding: { code, level, said } }: { finding: SiteFinding }) => {
  const t = useT()
  const mode = widgetModes.find((one) => one === said)
  const value = code === 'seen' && said !== null ? formatInstant(said) : code === 'link' && mode ? t(`website.mode.${mode}`) : (said ?? '')
  return (
    <li>
      <ToneBox tone={looks[level].tone}>
        <Icon path={looks[level].icon} />
        <span>{t(`finding.${code}`, { said: value })}</span>
      </ToneBox>
    </li>
  )
}

const Findings = ({ check: { url, findings } }: { check: SiteCheck }) => {
  const t = useT()
  const faults = findings.filter(({ level }) => level === 'fault').length
  return (
    <div>
      <output style={{ display: 'block', marginBlock: 12, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {faults ? t('doctor.faults', { count: faults, url }) : t('doctor.fine', { url })}
      </output>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 }}>
        {findings.map((one) => (
          <Finding key={`${one.code} ${one.said}`} finding={one} />
        ))}
      </ul>
    </div>
  )
}

/** WI1: looks at the restaurant's website and says what it found. */
export const SiteDoctor = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const may = useAbility().can('update', 'channel-management')
  const [url, setUrl] = useState('')
  const [wrong, setWrong] = useState(false)
  const check = useCall(bookingPage.check, {
    meta: { shown: true },
    onError: ({ code }) => setWrong(code === 'request.invalid'),
  })
  const look = (): void => {
    setWrong(url.trim() === '')
    if (url.trim() !== '') check.mutate({ params: { id: venueId }, body: { url: url.trim() } })
  }
  const failed = check.isError && !wrong
  return (
    <FormSection title={t('section.doctor')} hint={t('section.doctor.hint')}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'flex-start' }}>
        <TextField
          style={{ flex: '1 1 260px' }}
          label={t('doctor.url')}
          placeholder="www.trattoria.example"
          value={url}
          error={wrong}
          helperText={wrong ? t('doctor.url.wrong') : t('doctor.url.hint')}
          disabled={!may}
          slotProps={{ htmlInput: { maxLength: 500, inputMode: 'url', autoCapitalize: 'none', spellCheck: false } }}
          onChange={({ target }) => setUrl(target.value)}
          onKeyDown={(event) => {
            // The venue's own form around it is not meant.
            if (event.key !== 'Enter') return
            event.preventDefault()
            look()
          }}
        />
        <Button
          variant="contained"
          disabled={!may}
          loading={check.isPending}
          onClick={look}
          style={{ minHeight: 40, marginBlockStart: 22 }}
        >
          {t('doctor.check')}
        </Button>
      </div>
      {failed ? <ToneBox tone="danger">{check.error.message}</ToneBox> : null}
      {check.data && !check.isPending ? <Findings check={check.data} /> : null}
    </FormSection>
  )
}
