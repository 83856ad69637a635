/** The icons of Explore under the names it uses. */
export {
  CalendarOutlined,
  FieldStringOutlined,
  FunctionOutlined,
  NumberOutlined,
  PercentageOutlined as SigmaOutlined,
  SearchOutlined,
  SwitcherOutlined,
} from '@ant-design/icons';
