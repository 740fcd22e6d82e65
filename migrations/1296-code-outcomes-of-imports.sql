-- Why a row was refused is a code with parameters; `outcome` of earlier releases holds the sentence.
alter table stock_import_row add column outcome_params jsonb;
