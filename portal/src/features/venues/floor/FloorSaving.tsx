import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { errorText } from '#src/kit/error-text.ts'
import { SavedBy } from '#src/kit/form/SavedBy.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { formatList } from '#src/kit/format.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { TouchedDialog } from './TouchedDialog.tsx'
import type { FloorDraft } from './use-floor.ts'
import { useFloorT } from './use-floor-t.ts'

type Place = { pathname: string; search: object }
const placeOf = ({ pathname, search }: Place): string => {
  const { id, tab } = search as { id?: string; tab?: string }
  return [pathname, id, tab].join(' ')
}
/** Another tab of the venue takes the drawing away as well. */
const samePlace = (current: Place, next: Place): boolean => placeOf(current) === placeOf(next)

/** Where the drawing stands: what is not saved, who was faster, who would lose a table; and the way to save it. */
export const FloorSaving = ({ draft }: { draft: FloorDraft }) => {
  const t = useFloorT()
  const kitT = useKitT()
  const { dirty, saving, error, met, touched, gone } = draft
  const { blocker } = useUnsaved(dirty, samePlace)
  return (
    <>
      {gone.length > 0 ? (
        <Alert severity="warning" role="alert">
          {t('gone', { count: gone.length, names: formatList(gone) })}
        </Alert>
      ) : null}
      {met ? (
        <Alert
          severity="warning"
          role="alert"
          action={
            <>
              <Button color="inherit" size="small" onClick={draft.drop}>
                {t('stale.theirs')}
              </Button>
              <Button color="inherit" size="small" onClick={draft.saveOver}>
                {t('stale.mine')}
              </Button>
            </>
          }
        >
          <SavedBy saves={met} />
          {t('stale.text')}
        </Alert>
      ) : null}
      {error ? (
        <Alert severity="error" role="alert">
          {errorText(error, kitT)}
        </Alert>
      ) : null}
      <div className="bar save">
        <output className={dirty ? 'state open' : 'state'}>{t(dirty ? 'unsaved' : 'isSaved')}</output>
        <KeptButton className="push" color="inherit" disabled={!dirty || saving} onClick={draft.drop}>
          {t('discard')}
        </KeptButton>
        <KeptButton variant="contained" disabled={!dirty} busy={saving} onClick={draft.save}>
          {t('save')}
        </KeptButton>
      </div>
      <TouchedDialog touched={touched} busy={saving} onSave={draft.release} onClose={draft.keep} />
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
