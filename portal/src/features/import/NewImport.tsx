import { mdiArrowLeft } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { fileBytesMax } from '@tablewire/contracts/import/import'
import { goesToCompany, goesToVenues, type ImportKind } from '@tablewire/contracts/import/import.rules'
import { useState } from 'react'
import { useSession } from '#src/api/session.ts'
import { Card } from '#src/kit/Card.tsx'
import { showFirstWrong } from '#src/kit/form/first-wrong.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { type CompanyChoice, CompanyField } from './start/CompanyField.tsx'
import { FileDrop } from './FileDrop.tsx'
import { KindChoice } from './start/KindChoice.tsx'
import { SampleButton } from './start/SampleButton.tsx'
import { useKind } from './start/use-kind.ts'
import { useSending } from './send-file.ts'
import { useT } from './use-t.ts'
import { type Where, WhereTo } from './VenueField.tsx'

const Stack = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2), maxWidth: 760 }))
/** What comes in, where to, and the file it comes from. */
export const NewImport = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const company = useSession().userData?.companyName
  const { kinds, kind, setKind } = useKind()
  const [venue, setVenue] = useState<Where['venue']>()
  const [several, setSeveral] = useState(false)
  const [into, setInto] = useState<CompanyChoice>()
  const [file, setFile] = useState<File>()
  const [tried, setTried] = useState(false)
  const { sent, refusal, refuse, send } = useSending(onLeave)
  const toVenues = goesToVenues(kind)
  const needsCompany = goesToCompany(kind) && !company
  const missing = toVenues ? !venue && !several : needsCompany && !into
  const choose = (next: ImportKind): void => {
    setKind(next)
    // Nobody makes a company by bringing its people.
    if (next === 'users' && into?.id === '') setInto(undefined)
  }
  const faultOf = (chosen: File | undefined): string | undefined => {
    if (!chosen) return t('file.missing')
    if (chosen.size > fileBytesMax) return t('file.tooLarge', { limit: fileBytesMax / 1_048_576 })
    return chosen.size === 0 ? t('file.empty') : undefined
  }
  const start = (chosen: File | undefined): void => {
    setTried(true)
    const fault = faultOf(chosen)
    refuse(fault)
    if (!chosen || fault !== undefined || missing) {
      // Once what is wrong is marked as such.
      setTimeout(showFirstWrong, 0)
      return undefined
    }
    return void send(
      chosen,
      toVenues
        ? { kind, ...(several || !venue ? {} : { venueId: venue.id }) }
        : { kind, ...(needsCompany && into ? { company: into.id || into.name } : {}) },
    )
  }
  return (
    <>
      <PageTitle
        title={t('new')}
        hint={t('new.hint')}
        actions={
          <Button color="inherit" startIcon={<Icon path={mdiArrowLeft} />} onClick={() => onLeave(undefined)}>
            {t('back')}
          </Button>
        }
      />
      <Stack>
        <Card title={t('what')}>
          <KindChoice kinds={kinds} kind={kind} onChoose={choose} />
          <div style={{ marginTop: 20 }}>
            {toVenues ? (
              <WhereTo
                several={several}
                onSeveral={setSeveral}
                venue={venue}
                fault={tried && !venue ? t('venue.missing') : undefined}
                onVenue={setVenue}
              />
            ) : needsCompany ? (
              <CompanyField
                key={kind}
                kind={kind}
                value={into}
                fault={tried && missing ? t('company.missing') : undefined}
                onChange={setInto}
              />
            ) : null}
          </div>
        </Card>
        <Card title={t('file')} hint={t('file.about')}>
          <FileDrop
            file={file}
            sent={sent}
            refusal={refusal}
            onChoose={(chosen) => {
              setFile(chosen)
              // What is wrong with the file alone is said at once, whatever else is missing still.
              refuse(faultOf(chosen))
              if (!missing) start(chosen)
            }}
          />
          <div style={{ marginBlockStart: 8 }}>
            <SampleButton kind={kind} />
          </div>
        </Card>
        <div>
          <Button variant="contained" loading={sent !== undefined} onClick={() => start(file)}>
            {t('file.send')}
          </Button>
        </div>
      </Stack>
    </>
  )
}
