import { mdiAlertCircleOutline, mdiCheck } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { KeptButton } from '../KeptButton.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import { showFirstWrong } from './first-wrong.ts'

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  // Above what is docked at the foot of every page.
  bottom: 'var(--dock, 0px)',
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 1.5),
  marginBlockStart: theme.spacing(2),
  padding: theme.spacing(1.25, 0),
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
  '& > output': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    flex: '1 1 180px',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.875rem',
  },
  '& > output.wrong': { color: theme.vars.palette.tone.danger.text, fontWeight: 600 },
  [theme.breakpoints.down('sm')]: { justifyContent: 'flex-end', '& > output': { flexBasis: '100%' } },
  '@media print': { display: 'none' },
}))

type SaveBarProps = {
  changed: boolean
  saving: boolean
  /** How many fields are wrong (`Object.keys(formState.errors).length`). */
  errors: number
  /** What was typed before a reload is here again (`useDraft`). */
  restored?: boolean
  onDiscard: () => void
  /** Somebody else saved meanwhile (`ChangedNote`): told here, where it is in sight wherever one types. */
  meanwhile?: ReactNode
  /** Other things to do with what is edited, e.g. delete. */
  actions?: ReactNode
  label?: string
}

/** At the foot of a form, always in sight: where it stands, and its Save (submits the form around it). */
export const SaveBar = ({ changed, saving, errors, restored = false, onDiscard, meanwhile, actions, label }: SaveBarProps) => {
  const t = useOfficeT()
  // Of something new nothing is saved yet.
  const isNew = label !== undefined
  const state = saving ? t('saving') : changed ? t(restored ? 'draft.kept' : 'unsaved') : isNew ? '' : t('saved')
  return (
    <Bar data-save-bar>
      {meanwhile}
      {errors > 0 ? (
        <output className="wrong">
          <Icon path={mdiAlertCircleOutline} size={18} />
          {t('errors', { count: errors })}
          <Button size="small" color="error" onClick={showFirstWrong}>
            {t('errors.first')}
          </Button>
        </output>
      ) : (
        <output>
          {changed || isNew ? null : <Icon path={mdiCheck} size={18} />}
          {state}
        </output>
      )}
      {actions}
      <KeptButton color="inherit" disabled={!changed || saving} onClick={onDiscard}>
        {t('discard')}
      </KeptButton>
      <KeptButton type="submit" variant="contained" busy={saving} disabled={!changed}>
        {label ?? t('save')}
      </KeptButton>
    </Bar>
  )
}
