/**
 * The shell's share of the name 'react-router-dom': the part of it that front ends use. A shared module can't
 * be tree-shaken, because its users are built elsewhere; sharing the whole package would put its data
 * routers, forms and server rendering (two thirds of it) into every customer's page. A front end that imports
 * another name from react-router-dom fails to build until that name is added here.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Route,
  Routes,
  UNSAFE_createBrowserHistory,
  unstable_HistoryRouter,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
