import { mdiAlertOutline, mdiCheckCircleOutline, mdiInformationOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList } from '#src/kit/ItemList.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'
import { type Matter, mattersOf } from './what-to-do.ts'

const Row = styled('li', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'flex',
  gap: theme.spacing(1.5),
  padding: theme.spacing(1, 2),
  fontSize: '0.875rem',
  lineHeight: 1.45,
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& > svg': { flexShrink: 0, color: theme.vars.palette.tone[tone].text },
}))

const lookOf = (matter: Matter): { tone: Tone; icon: string } => {
  if (matter === 'rotated') return { tone: 'info', icon: mdiInformationOutline }
  const isGrave = matter === 'ended' || matter === 'refused' || matter === 'stopped'
  return { tone: isGrave ? 'danger' : 'warning', icon: mdiAlertOutline }
}

/** What stands between this account and Google, each in a sentence that says what to do. */
export const WhatToDo = ({ account }: { account: GoogleAccount }) => {
  const t = useT()
  const matters = mattersOf(account)
  return (
    <ItemList aria-label={t('todo')} sx={{ marginBlockEnd: 2 }}>
      {matters.length === 0 ? (
        <Row tone="success">
          <Icon path={mdiCheckCircleOutline} size={20} />
          {t('matter.none')}
        </Row>
      ) : null}
      {matters.map((matter) => {
        const { tone, icon } = lookOf(matter)
        return (
          <Row key={matter} tone={tone}>
            <Icon path={icon} size={20} />
            {t(`matter.${matter}`)}
          </Row>
        )
      })}
    </ItemList>
  )
}
