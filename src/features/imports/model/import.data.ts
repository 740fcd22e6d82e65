import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';
import { flagColumns } from './import.tables.ts';

/** Imported files belong to a seller and are deleted with them. */
export const importsData: PersonalData = {
  stock_import: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('own', 'id file_name format status note_codes notes header listing_status committed_at created_at'),
      ...all('none', 'seller_id version counts touched_at'),
    },
  },
  stock_import_columns: {
    rowsOf: 'seller_id = $1',
    columns: { ...all('own', 'id header columns game currency condition created_at'), ...all('none', 'seller_id') },
  },
  stock_import_row: {
    rowsOf: 'import_id in (select id from stock_import where seller_id = $1)',
    columns: {
      ...all(
        'own',
        'import_id n status said cells card_id candidates condition finish edition language quantity price_amount currency description own_sku place private_note cost_amount cost_currency shipping grading note_codes notes listing_id listed_at outcome outcome_params',
      ),
      ...all('own', flagColumns.join(' ')),
      ...all('none', 'is_left_out'),
    },
  },
};

/** Listed on the privacy page. */
export const importsRetained: readonly RetainedData[] = [
  {
    rank: 34,
    title: 'Imported files',
    says: 'The rows of your files, the cards they were matched with, and your column mappings.',
    tables: ['stock_import', 'stock_import_columns', 'stock_import_row'],
  },
];
