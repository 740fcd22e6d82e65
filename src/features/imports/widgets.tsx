export { RowPages, RowTabs } from './components/row-tabs.tsx';
