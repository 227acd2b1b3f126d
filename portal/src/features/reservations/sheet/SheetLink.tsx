import { mdiPrinterOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import { Icon } from '#src/kit/Icon.tsx'
import { useSheetMeal } from './use-sheet-meal.ts'
import { useSheetT } from './use-sheet-t.ts'

/** To the sheet of the meal that is shown. */
export const SheetLink = ({ venueId, date }: { venueId: string; date: string }) => {
  const t = useSheetT()
  const meal = useSheetMeal(venueId, date)
  return (
    <Button
      className="sheet"
      size="small"
      color="inherit"
      component={Link}
      to="/service-sheet"
      search={{ venue: venueId, date, ...(meal ? { meal } : {}) } as never}
      startIcon={<Icon path={mdiPrinterOutline} size={18} />}
    >
      <span className="word">{t('sheet.open')}</span>
    </Button>
  )
}
